import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/icon';

/** One change of the account on a page of its own: what it does, and the way back. */
export function Flow({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-w-0 max-w-lg gap-6">
      <div className="grid gap-3">
        <Link
          to="/dashboard/profile/security"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start text-accent text-sm hover:text-accent-strong"
        >
          <Icon name="arrow-left" />
          Security
        </Link>
        <h1 className="display-2">{title}</h1>
        {lead ? <p className="text-ink-soft">{lead}</p> : null}
      </div>
      {children}
    </div>
  );
}
