import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

export interface FilterLink {
  to: string;
  label: string;
  /** The number of entries. */
  count?: number | undefined;
  /** The entries need work, so the number is red. */
  isUrgent?: boolean;
  isHere: boolean;
}

/** Links between lists of one kind, each with its own address. On a narrow screen they are one row that scrolls. */
export function FilterLinks({ label, links }: { label: string; links: FilterLink[] }) {
  const strip = useRef<HTMLElement>(null);
  // The current link must be visible. Numbers that load later make the row longer.
  useEffect(() => {
    const here = strip.current?.querySelector('[aria-current]');
    if (!strip.current || !here) return;
    const { left, width } = here.getBoundingClientRect();
    strip.current.scrollLeft += left + width / 2 - strip.current.clientWidth / 2;
  });
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="flex gap-2 [scrollbar-width:none] max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {links.map(({ to, label, count, isUrgent, isHere }) => (
        <Link
          key={label}
          to={to}
          aria-current={isHere ? 'page' : undefined}
          preventScrollReset
          className="inline-flex min-h-12 shrink-0 items-center gap-2 rounded-sm border border-edge px-4 hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          <span>{label}</span>
          {count === undefined ? null : (
            <span className={`figures text-sm ${isUrgent ? 'font-medium text-bad' : 'text-ink-soft'}`}>
              {count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
