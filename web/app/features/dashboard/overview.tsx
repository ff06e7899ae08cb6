import { useQuery } from '@tanstack/react-query';
import type { Stats } from '@vialproof/contract/orders';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { statsQuery } from './queries';

const counters = [
  { key: 'active', label: 'Active' },
  { key: 'awaiting_payment', label: 'Awaiting payment' },
  { key: 'complete', label: 'Completed' },
] as const;

function Counters({ stats }: { stats: Stats | undefined }) {
  return (
    <dl className="grid grid-cols-3 gap-x-4 sm:gap-x-8">
      {counters.map(({ key, label }) => (
        <div key={key} className="flex flex-col justify-between border-ink border-t pt-2">
          <dt className="label">{label}</dt>
          <dd className="figures text-4xl leading-tight sm:text-5xl">
            {stats ? stats[key] : <Skeleton className="mt-2 h-12 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Recent({ recent }: { recent: Stats['recent'] }) {
  if (recent.length === 0) {
    return (
      <EmptyState title="No tests yet" action={<Button to="/request">Request a test</Button>}>
        Your orders appear here with each step they take.
      </EmptyState>
    );
  }
  return (
    <ul className="border-rule border-t">
      {recent.map((entry) => (
        <li
          key={entry.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-b py-3"
        >
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{entry.sku_name}</p>
            <p className="figures text-ink-soft text-sm">Task #{entry.task_number}</p>
          </div>
          <div className="flex items-center gap-4">
            <StatusBadge status={entry.status} />
            <Link
              to={`/dashboard/tests/${entry.id}`}
              aria-label={`Open task ${entry.task_number}`}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              Open
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function Overview() {
  const stats = useQuery(statsQuery);
  return (
    <div className="grid gap-12">
      <h1 className="display-2">Overview</h1>
      {stats.isError && !stats.data ? (
        <ErrorPanel
          message={stats.error.message}
          onRetry={() => void stats.refetch()}
          busy={stats.isFetching}
        />
      ) : (
        <>
          <Counters stats={stats.data} />
          <section className="grid gap-4">
            <h2 className="display-3">Recent activity</h2>
            {stats.data ? <Recent recent={stats.data.recent} /> : <Skeleton className="h-56" />}
          </section>
        </>
      )}
    </div>
  );
}
