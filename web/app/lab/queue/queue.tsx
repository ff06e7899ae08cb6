import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LabQueue } from '@vialproof/contract/lab';
import { PackageOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { signedInMeta } from '../../lib/page-meta';
import { Button } from '../../ui/button';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { type QueueFilter, queueQuery } from '../queries';
import { ShortcutList } from '../shortcuts';
import { filters, queueAddress, readFilter } from './filter';
import { QueueTable } from './queue-table';

function Filters({ filter, counts }: { filter: QueueFilter; counts: LabQueue['counts'] | undefined }) {
  const strip = useRef<HTMLElement>(null);
  const { status } = filter;
  const isCounted = counts !== undefined;
  // The state one looks at must not lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip grows when the counts come
  useEffect(() => {
    const here = strip.current?.children[filters.findIndex((each) => each.status === status)];
    if (!strip.current || !here) return;
    const { left, width } = here.getBoundingClientRect();
    strip.current.scrollLeft += left + width / 2 - strip.current.clientWidth / 2;
  }, [status, isCounted]);
  return (
    <nav
      ref={strip}
      aria-label="Filter by state"
      // On a telephone one line that is drawn sideways, from edge to edge of the screen.
      className="flex gap-2 [scrollbar-width:none] max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
    >
      {filters.map(({ status, label, count }) => (
        <Link
          key={label}
          to={queueAddress({ ...filter, status, page: 1 })}
          aria-current={status === filter.status ? 'page' : undefined}
          preventScrollReset
          className="inline-flex min-h-12 shrink-0 items-center rounded-sm border border-edge px-4 hover:border-accent hover:text-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
          {count && counts ? (
            <span
              className={`figures ml-2 text-sm ${count === 'overdue' && counts.overdue > 0 ? 'font-medium text-bad' : 'text-ink-soft'}`}
            >
              {counts[count]}
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

// So many are counted.
const most = 10_000;

function Pages({ filter, total, limit }: { filter: QueueFilter; total: number; limit: number }) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (total === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft text-sm">
        {total >= most
          ? `${most.toLocaleString('en')} samples or more`
          : `${total} ${total === 1 ? 'sample' : 'samples'}`}
        {last > 1 ? `, page ${filter.page} of ${last}` : ''}
      </p>
      <div className="flex gap-2">
        {filter.page > 1 ? (
          <Button to={queueAddress({ ...filter, page: filter.page - 1 })} variant="secondary">
            Previous page
          </Button>
        ) : null}
        {filter.page < last ? (
          <Button to={queueAddress({ ...filter, page: filter.page + 1 })} variant="secondary">
            Next page
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Nothing({ filter }: { filter: QueueFilter }) {
  if (filter.q) {
    return (
      <EmptyState
        title={`Nothing found for “${filter.q}”`}
        action={
          <Button to={queueAddress({ ...filter, q: '', page: 1 })} variant="secondary">
            Clear the search
          </Button>
        }
      >
        The search looks at task number, compound, maker, batch and test. One or two characters look through
        open samples only.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={filter.status === 'overdue' ? 'Nothing is overdue' : 'Nothing here'}>
      {filter.status === 'overdue'
        ? 'Every sample is still within its promised day.'
        : filter.status
          ? 'No sample is in this state.'
          : 'Every sample is done. Scan the next one when it arrives.'}
    </EmptyState>
  );
}

export const meta = signedInMeta('Laboratory');

/** What there is to do: overdue first, then what is due soonest, then what was paid longest ago. */
export default function Queue() {
  const [params] = useSearchParams();
  const filter = readFilter(params);
  const queue = useQuery({ ...queueQuery(filter), placeholderData: keepPreviousData });
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display-2">Queue</h1>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ShortcutList items={[{ key: 'K', does: 'scan or search' }]} />
          <Button to="/lab/intake" icon={<PackageOpen aria-hidden="true" className="size-5" />}>
            Open a parcel
          </Button>
        </div>
      </div>
      <Filters filter={filter} counts={queue.data?.counts} />
      {queue.data ? (
        <div
          aria-busy={queue.isPlaceholderData}
          className={`grid gap-6 ${queue.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {queue.data.data.length > 0 ? <QueueTable items={queue.data.data} /> : <Nothing filter={filter} />}
          <Pages filter={filter} total={queue.data.pagination.total} limit={queue.data.pagination.limit} />
        </div>
      ) : null}
      {queue.isPending ? (
        <div className="grid gap-3" aria-busy="true">
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <Skeleton key={place} className="h-16" />
          ))}
        </div>
      ) : null}
      {queue.isError && !queue.data ? (
        <ErrorPanel
          message={queue.error.message}
          onRetry={() => void queue.refetch()}
          busy={queue.isFetching}
        />
      ) : null}
    </div>
  );
}
