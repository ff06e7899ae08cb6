import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The way up, above a page's heading. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 w-fit items-center gap-2 text-ink-soft text-sm hover:text-accent"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span>{children}</span>
    </Link>
  );
}
