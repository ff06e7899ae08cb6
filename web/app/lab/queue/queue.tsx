import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import type { PageHandle } from '../../lib/page-handle';
import { signedInMeta } from '../../lib/page-meta';
import { Button } from '../../ui/button';
import { FilterLinks } from '../../ui/filter-links';
import { ListView, useListFilter } from '../../ui/list-page';
import { SkeletonLines } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { type QueueFilter, queueQuery } from '../queries';
import { ShortcutList } from '../shortcuts';
import { filters, owners, readFilter } from './filter';
import { KeptPromisesLine } from './kept-promises';
import { QueueTable } from './queue-table';

export const handle: PageHandle = { query: ['status', 'q', 'assigned_to', 'page'] };

// The server stops counting at this number.
const most = 10_000;

function Nothing({ status, assigned_to: whose }: QueueFilter) {
  if (whose === 'me')
    return (
      <EmptyState title="You have none of these">
        Take a sample on at its own page: scan it, then press “Take it”.
      </EmptyState>
    );
  if (whose === 'nobody') return <EmptyState title="Somebody has each of these" />;
  return (
    <EmptyState title={status === 'overdue' ? 'Nothing is overdue' : 'Nothing here'}>
      {status === 'overdue'
        ? 'Every sample is still within its promised day.'
        : status
          ? 'No sample is in this state.'
          : 'Every sample is done. Scan the next one when it arrives.'}
    </EmptyState>
  );
}

export const meta = signedInMeta('Laboratory');

/** The open work: overdue samples first, then by due day, then by the day of the payment. */
export default function Queue() {
  const list = useListFilter(readFilter);
  const { filter, to } = list;
  const queue = useQuery({ ...queueQuery(filter), placeholderData: keepPreviousData });
  const counts = queue.data?.counts;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Queue</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ShortcutList items={[{ key: 'K', does: 'scan or search' }]} />
          <Button to="/lab/intake" icon={<PackageOpen aria-hidden="true" className="size-5" />}>
            Open a parcel
          </Button>
        </div>
      </div>
      <FilterLinks
        label="Filter by state"
        links={filters.map(({ status, label, count }) => ({
          to: to({ status }),
          label,
          isHere: status === filter.status,
          count: count && counts?.[count],
          isUrgent: count === 'overdue' && counts !== undefined && counts.overdue > 0,
        }))}
      />
      <KeptPromisesLine />
      <FilterLinks
        label="Filter by who has it"
        links={owners.map(({ assigned_to, label, count }) => ({
          to: to({ assigned_to }),
          label,
          isHere: assigned_to === filter.assigned_to,
          count: count && counts?.[count],
        }))}
      />
      <ListView
        list={list}
        query={queue}
        nouns={['sample', 'samples']}
        countedTo={most}
        noMatch={{
          clear: { q: '' },
          title: `Nothing found for “${filter.q}”`,
          text: 'The search looks at task number, compound, maker, batch and test. One or two characters look through open samples only.',
        }}
        empty={<Nothing {...filter} />}
        skeleton={<SkeletonLines lines={6} />}
      >
        {(items) => <QueueTable items={items} />}
      </ListView>
    </div>
  );
}
