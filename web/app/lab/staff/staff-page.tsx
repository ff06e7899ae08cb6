import type { ReactNode } from 'react';
import { FilterLinks } from '../../ui/filter-links';

const pages = [
  { to: '/lab/staff', label: 'People' },
  { to: '/lab/staff/security-log', label: 'Security log' },
] as const;

/** The head of both staff pages: title, one sentence, and a link to the other page. */
export function StaffPage({
  here,
  lead,
  children,
}: {
  here: (typeof pages)[number]['label'];
  lead: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="display-2">{here === 'People' ? 'Staff' : here}</h1>
        <p className="max-w-prose text-ink-soft">{lead}</p>
      </div>
      <FilterLinks label="Staff" links={pages.map((page) => ({ ...page, isHere: page.label === here }))} />
      {children}
    </div>
  );
}
