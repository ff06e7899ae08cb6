import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

const titleClasses = { 2: 'display-3', 3: 'font-medium' };

/**
 * A part of a page that is closed at first. It works without scripts, the browser's search finds text in it, and a link
 * to an id inside opens it.
 */
export function Details({
  title,
  note,
  level = 3,
  isOpen = false,
  isPrinted = false,
  children,
}: {
  title: string;
  /** A short summary of the content beside the title, such as '3 entries'. */
  note?: ReactNode;
  /** The level of the heading. */
  level?: 2 | 3;
  /** Whether it starts open. */
  isOpen?: boolean;
  /** Whether paper shows the content of a closed part. */
  isPrinted?: boolean;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <details
      open={isOpen}
      // A link to an id inside may open it before hydration.
      suppressHydrationWarning
      className={`group/details min-w-0 border-rule border-t ${isPrinted ? 'print:details-content:[content-visibility:visible]' : ''}`}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-x-3 py-2 hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronDown className="size-4 shrink-0 text-accent print:hidden transition-transform group-open/details:rotate-180 motion-reduce:transition-none" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <Heading className={`min-w-0 wrap-anywhere ${titleClasses[level]}`}>{title}</Heading>
          {note ? <span className="min-w-0 text-ink-soft text-sm">{note}</span> : null}
        </span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1 pb-5 print:block print:*:mb-2">
        {children}
      </div>
    </details>
  );
}
