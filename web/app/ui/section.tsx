import type { ReactNode } from 'react';

type SectionProps = {
  /** For a link to this part of the page. */
  id?: string;
  children: ReactNode;
} & ({ label: string; title?: ReactNode } | { label?: undefined; title: ReactNode });

/**
 * A part of a page under a line: a small label at the left, the content at the right. A label that only repeats the
 * title is left out: then the content has the whole width.
 */
export function Section({ id, label, title, children }: SectionProps) {
  // Without a title, the label is the heading.
  const Label = title ? 'p' : 'h2';
  return (
    <section id={id} className="page mt-16 md:mt-24 print:mt-8">
      <div
        className={`grid gap-x-10 gap-y-6 border-rule border-t pt-6 grid-cols-[minmax(0,1fr)] ${label ? 'lg:grid-cols-[11rem_minmax(0,1fr)]' : ''}`}
      >
        {label ? <Label className="label">{label}</Label> : null}
        <div className="min-w-0">
          {title ? <h2 className="display-2 mb-8 max-w-[22ch]">{title}</h2> : null}
          {children}
        </div>
      </div>
    </section>
  );
}

/** The top of a page: title, one sentence, more content, and at the right (`aside`) the most important facts. */
export function PageHead({
  title,
  lead,
  children,
  aside,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <header className="page grid items-end gap-x-16 gap-y-8 pt-12 pb-10 md:pt-20 md:pb-14 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h1 className="display-1 max-w-[16ch]">{title}</h1>
        {lead ? <p className="mt-5 max-w-[56ch] text-ink-soft text-lg">{lead}</p> : null}
        {children ? <div className="mt-8">{children}</div> : null}
      </div>
      {aside}
    </header>
  );
}
