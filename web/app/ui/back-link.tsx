import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link to the page above. It is not printed. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 w-fit items-center gap-2 text-ink-soft text-sm hover:text-accent print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span className="contents">{children}</span>
    </Link>
  );
}
