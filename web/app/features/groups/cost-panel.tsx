import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import type { ReactNode } from 'react';
import { Money } from '../../ui/figures';

function Line({ label, isSum, children }: { label: string; isSum?: boolean; children: ReactNode }) {
  const rule = isSum ? 'mt-1 border-rule border-t pt-2' : 'py-1';
  return (
    <div className={`flex items-baseline justify-between gap-4 ${rule}`}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The cost of the test, and the share of each member: now, at the minimum, when the group is full, and with an open gap. */
export function CostPanel({ test, viewer }: { test: GroupTest; viewer: GroupViewer | undefined }) {
  const { cost_cents: cost, joined_count: joined, min_participants: min } = test;
  const isFree = test.locked_at === null && test.status !== 'cancelled';
  const hasMore = joined > min;
  return (
    <div className="grid gap-3">
      <dl className="border-rule border-t pt-3">
        <Line label="Test">
          <Money cents={test.est_test_cost_cents} />
        </Line>
        <Line label="Shipping">
          <Money cents={test.est_shipping_cents} />
        </Line>
        <Line label="Vial">
          <Money cents={test.est_vial_cost_cents} />
        </Line>
        <Line label="Together" isSum>
          <Money cents={cost} className="font-medium" />
        </Line>
      </dl>
      {isFree ? (
        <div className="grid gap-2 border-rule border-t pt-3 text-sm">
          <p>
            <span>You pay at most </span>
            <Money cents={test.cost_at_min_cents} className="font-medium" />
            {hasMore ? (
              <span>
                <span>{`, with ${joined} people `}</span>
                <Money cents={Math.ceil(cost / joined)} className="font-medium" />
              </span>
            ) : null}
            {test.target_participants > min ? (
              <span>
                {' '}
                and <Money cents={test.cost_at_target_cents} /> when every seat is taken
              </span>
            ) : null}
            <span>. More only if you agree to cover the gap.</span>
          </p>
          <details className="text-ink-soft">
            <summary className="cursor-pointer py-1 hover:text-accent">
              Who pays what if the gap stays?
            </summary>
            <p className="mt-1">
              <span>{`With fewer than ${min} at the deadline, members who did not agree pay `}</span>
              <Money cents={Math.floor(cost / min)} />. Those who agreed split the rest evenly, never above
              what they agreed to. If nobody agreed, or it does not reach, the group waits seven days for
              others, and then ends without a charge.
            </p>
          </details>
          {viewer?.gap ? (
            <p className="text-ink-soft">
              {viewer.gap.agreed_cents === null ? (
                <span key="free">
                  If you agree now, and nobody else joins or agrees, you would pay{' '}
                  <Money cents={viewer.gap.most_cents} /> at most.
                </span>
              ) : (
                <span key="agreed">
                  You agreed to pay up to <Money cents={viewer.gap.agreed_cents} />.
                </span>
              )}
            </p>
          ) : null}
          <p className="text-ink-soft">Nothing is charged before the group is locked.</p>
        </div>
      ) : null}
    </div>
  );
}
