import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

const entries = [
  { to: '/lab/staff', label: 'People' },
  { to: '/lab/staff/security-log', label: 'Security log' },
];

/** The head of both staff pages: its name, one sentence, and the way to the other. */
export function StaffPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="display-2">{title}</h1>
        <p className="max-w-prose text-ink-soft">{lead}</p>
      </div>
      <nav aria-label="Staff" className="flex flex-wrap gap-2">
        {entries.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="inline-flex min-h-12 items-center rounded-sm border border-edge px-4 hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
}
