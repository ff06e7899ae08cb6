import type { ReactNode } from 'react';
import { PageHead } from './section';

/** A text page: a title, one sentence, then the text. */
export function DocumentPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article>
      <PageHead title={title} lead={lead} />
      <div className="page">
        <div className="border-rule border-t pt-8 lg:pl-[13.5rem]">
          <div className="prose [&>h2:first-child]:mt-0">{children}</div>
        </div>
      </div>
    </article>
  );
}
