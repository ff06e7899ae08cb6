import { useQuery } from '@tanstack/react-query';
import type { LabKey } from '@vialproof/contract/imports';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../lib/session';
import { Button } from '../ui/button';
import { Instant } from '../ui/figures';
import { Notice } from '../ui/states';
import { keysQuery } from './queries';

/** The browser-storage keys of notices that this browser has hidden. They are not personal, and useless to a thief. */
const hiddenKey = (id: string) => `vialproof.key-notice.${id}`;

function isHidden(id: string): boolean {
  try {
    return localStorage.getItem(hiddenKey(id)) !== null;
  } catch {
    // The browser forbids storage, so the notice will appear again.
    return false;
  }
}

function EndingKey({ row }: { row: LabKey }) {
  const [isGone, setGone] = useState(() => isHidden(row.id));
  if (isGone) return null;
  const hide = () => {
    try {
      localStorage.setItem(hiddenKey(row.id), '1');
    } catch {}
    setGone(true);
  };
  return (
    <Notice tone="wait">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0">
          The laboratory key <bdi className="wrap-anywhere font-medium">{row.name}</bdi> ends{' '}
          <Instant at={row.ends_at} exact />. Then nothing that comes with it is taken.
        </p>
        <div className="flex flex-wrap items-center gap-x-4">
          <Link to="/lab/keys" className="link inline-flex min-h-11 items-center">
            Make a new key
          </Link>
          <Button variant="quiet" size="small" onClick={hide}>
            Hide<span className="sr-only">{` the notice about ${row.name}`}</span>
          </Button>
        </div>
      </div>
    </Notice>
  );
}

/**
 * Warns admins of each laboratory key that expires within 14 days, until an admin hides the warning. It is shown on
 * every page except the page of the keys.
 */
export function EndingKeys() {
  const isAdmin = useSession()?.user.role === 'admin';
  const { pathname } = useLocation();
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: isAdmin });
  const ending = isAdmin && pathname !== '/lab/keys' ? keys.filter(({ state }) => state === 'ends_soon') : [];
  if (ending.length === 0) return null;
  return (
    <section aria-label="Keys that end soon" className="page grid gap-3 pt-6">
      {ending.map((row) => (
        <EndingKey key={row.id} row={row} />
      ))}
    </section>
  );
}
