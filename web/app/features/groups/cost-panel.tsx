import type { GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import type { ReactNode } from 'react';
import { Details } from '../../ui/details';
import { Money } from '../../ui/figures';

function Line({ label, isSum, children }: { label: string; isSum?: boolean; children: ReactNode }) {
  const rule = isSum ? 'mt-1 border-rule border-t pt-2' : 'py-1';
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${rule}`}>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the costs consist of. */
export function CostLines({ test }: { test: GroupTest }) {
  return (
    <dl>
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
        <Money cents={test.cost_cents} className="font-medium" />
      </Line>
    </dl>
  );
}

/** What a member pays: with the fewest people, now, with all places taken, and if too few join. */
export function CostPanel({ test, viewer }: { test: GroupTest; viewer: GroupViewer | undefined }) {
  const { cost_cents: cost, joined_count: joined, min_participants: min } = test;
  const hasMore = joined > min;
  return (
    <div className="grid gap-2 text-sm">
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
        <span>
          {typeof viewer?.gap?.agreed_cents === 'number'
            ? '. More only if the gap stays.'
            : '. More only if you agree to cover the gap.'}
        </span>
      </p>
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
  );
}

/** What the costs consist of while people can join, and who pays if too few have joined. */
export function CostDetails({ test }: { test: GroupTest }) {
  const { cost_cents: cost, min_participants: min } = test;
  return (
    <div>
      <Details title="Costs" note={<Money cents={cost} />}>
        <CostLines test={test} />
      </Details>
      <Details title="Who pays what if the gap stays?">
        <p className="text-ink-soft text-sm">
          <span>{`With fewer than ${min} at the deadline, members who did not agree pay `}</span>
          <Money cents={Math.floor(cost / min)} />. Those who agreed split the rest evenly, never above what
          they agreed to. If nobody agreed, or it does not reach, the group waits seven days for others, and
          then ends without a charge.
        </p>
      </Details>
    </div>
  );
}
