import { useQuery } from '@tanstack/react-query';
import type { Need, Stats } from '@vialproof/contract/orders';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/figures';
import { QueryView } from '../../ui/query-view';
import { EmptyState, Skeleton } from '../../ui/states';
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
            <p className="figures text-ink-soft text-sm">{`Task #${entry.task_number}`}</p>
          </div>
          <div className="flex flex-wrap items-center gap-x-4">
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

const SHOWN = 3;

/** What the user has to do, in words. */
const doings: Record<Need['kind'], string> = {
  pay: 'Pay',
  share: 'Pay your share of',
  ship: 'Send the vial of',
};

function NeedLink({ need }: { need: Need }) {
  const { order_id, group_id, task_number, until } = need;
  return (
    <>
      <Link
        to={order_id ? `/dashboard/tests/${order_id}` : `/group-tests/${group_id}`}
        className="wrap-anywhere text-accent underline underline-offset-4 hover:text-accent-strong"
      >
        {`${doings[need.kind]} ${need.name}${task_number === null ? '' : `, task #${task_number}`}`}
      </Link>
      {until ? (
        <span className="text-ink-soft">
          {' '}
          (until <Instant at={until} exact />)
        </span>
      ) : null}
    </>
  );
}

/** All that the user has to do, in one line, the most urgent first. */
function Needs({ needs }: { needs: Need[] }) {
  if (needs.length === 0) return null;
  const rest = needs.length - SHOWN;
  return (
    <p className="border-accent border-l-2 pl-4">
      <strong className="font-medium">Needs you: </strong>
      {needs.slice(0, SHOWN).map((need, place) => (
        <Fragment key={`${need.kind} ${need.order_id ?? need.group_id}`}>
          {place > 0 ? <span> · </span> : null}
          <NeedLink need={need} />
        </Fragment>
      ))}
      {rest > 0 ? (
        <span>
          {' · '}
          <Link
            to="/dashboard/tests"
            className="text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {`${rest} more`}
          </Link>
        </span>
      ) : null}
    </p>
  );
}

function Loaded({ stats }: { stats: Stats | undefined }) {
  return (
    <>
      {stats ? <Needs needs={stats.needs} /> : null}
      <Counters stats={stats} />
      <section className="grid gap-4">
        <h2 className="display-3">Recent activity</h2>
        {stats ? <Recent recent={stats.recent} /> : <Skeleton className="h-56" />}
      </section>
    </>
  );
}

export function Overview() {
  const stats = useQuery(statsQuery);
  return (
    <div className="grid grid-cols-1 gap-12">
      <h1 className="display-2">Overview</h1>
      <QueryView
        query={stats}
        skeleton={
          <div className="grid gap-12">
            <Loaded stats={undefined} />
          </div>
        }
      >
        {(data) => <Loaded stats={data} />}
      </QueryView>
    </div>
  );
}
