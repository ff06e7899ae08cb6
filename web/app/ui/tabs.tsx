import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

export interface Tab {
  id: string;
  label: string;
  count?: number;
  /** The address of this tab, for example `?category=last`. */
  to: To;
}

/** Links that look like tabs, above the part of the page that they change. The tab is in the address. */
export function Tabs({
  label,
  tabs,
  value,
  children,
}: {
  label: string;
  tabs: Tab[];
  value: string;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <nav aria-label={label}>
        {/* Tabs that need two lines use their full width. */}
        <ul className="flex flex-wrap">
          {tabs.map((tab) => (
            <li key={tab.id} className="grow border-rule border-b pr-6 last:grow-1000">
              <Link
                to={tab.to}
                preventScrollReset
                aria-current={tab.id === value ? 'page' : undefined}
                className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                <span>{tab.label}</span>
                {tab.count === undefined ? null : <span className="figures ml-2 text-sm">{tab.count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  );
}
