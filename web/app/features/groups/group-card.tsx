import type { GroupTest } from '@vialproof/contract/group-tests';
import { Link } from 'react-router';
import { Instant, Money, useHydrated } from '../../ui/figures';
import { GroupBadge, SeatsBar } from './funding';
import { timeLeft, titleOf } from './words';

/** One group in the list of groups. The whole card is a link to the group. */
export function GroupCard({ test }: { test: GroupTest }) {
  const hydrated = useHydrated();
  const isOpen = test.status === 'open' || test.status === 'last_moment';
  const until = isOpen ? test.deadline_at : test.suspended_until;
  const left = until && hydrated ? timeLeft(until, Date.now()) : null;
  const [open] = test.open_shares;
  return (
    <article className="relative flex min-h-72 flex-col rounded-sm border border-rule bg-sheet p-5 transition-colors has-[a:hover]:border-accent">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">
          {left ?? (
            <span>
              Deadline <Instant at={test.deadline_at} />
            </span>
          )}
        </p>
        <GroupBadge test={test} />
      </div>
      <h2 className="display-3 wrap-anywhere mt-4 mb-1">
        <Link to={`/group-tests/${test.id}`} className="after:absolute after:inset-0 after:rounded-sm">
          {titleOf(test)}
        </Link>
      </h2>
      <p className="wrap-anywhere mb-5 text-ink-soft text-sm">{test.sku_name}</p>
      <SeatsBar test={test} />
      {test.status === 'cancelled' ? (
        <p className="mt-auto pt-5 text-ink-soft text-sm">
          {test.locked_at ? 'Whatever was paid went back.' : 'Nobody was charged.'}
        </p>
      ) : (
        <dl className="mt-auto grid grid-cols-2 gap-4 pt-5">
          <div>
            <dt className="label">
              {test.final_cost_per_user_cents === null ? 'Each at minimum' : 'Each pays'}
            </dt>
            <dd>
              <Money cents={test.final_cost_per_user_cents ?? test.cost_at_min_cents} className="text-lg" />
            </dd>
          </div>
          {test.final_cost_per_user_cents === null && test.target_participants > test.min_participants ? (
            <div>
              <dt className="label">Each when full</dt>
              <dd>
                <Money cents={test.cost_at_target_cents} className="text-lg" />
              </dd>
            </div>
          ) : open ? (
            <div>
              <dt className="label">Share to take</dt>
              <dd>
                <Money cents={open.amount_cents} className="text-lg" />
              </dd>
            </div>
          ) : null}
        </dl>
      )}
    </article>
  );
}
