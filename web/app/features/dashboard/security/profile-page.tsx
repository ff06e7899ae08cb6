import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

const entries = [
  { to: '/dashboard/profile', label: 'Profile' },
  { to: '/dashboard/profile/security', label: 'Security' },
  { to: '/dashboard/profile/activity', label: 'Activity' },
  { to: '/dashboard/profile/data', label: 'Your data' },
];

/** The head of every profile page: its title, and links to the other profile pages. */
export function ProfilePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-8">
      <div className="grid gap-4">
        <h1 className="display-2">{title}</h1>
        <nav aria-label="Profile" className="flex flex-wrap gap-x-6 border-rule border-b">
          {entries.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      {children}
    </div>
  );
}
