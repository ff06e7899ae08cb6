import type { GroupTest } from '@vialproof/contract/group-tests';
import { Badge } from '../../ui/status-badge';
import { statusWord } from './words';

/** A coloured badge that shows the state of the group. */
export function GroupBadge({ test }: { test: GroupTest }) {
  const tone = test.status === 'complete' ? 'good' : test.status === 'last_moment' ? 'wait' : 'plain';
  return (
    <Badge tone={tone}>
      <span className="whitespace-normal">{statusWord(test)}</span>
    </Badge>
  );
}

/** A bar that shows how many places are taken, with a mark at the minimum. */
export function SeatsBar({ test }: { test: GroupTest }) {
  const { joined_count: joined, min_participants: min, target_participants: target } = test;
  const isCovered = test.status === 'progress' || test.status === 'complete';
  const percent = (seats: number) => `${Math.min(100, (seats / target) * 100)}%`;
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-4 text-sm">
        <span>
          <span className="figures">{joined}</span> of <span className="figures">{target}</span> joined
        </span>
        <span className="text-ink-soft">
          {joined >= min ? 'minimum reached' : isCovered ? 'gap covered' : `minimum ${min}`}
        </span>
      </p>
      <div
        aria-hidden="true"
        className="relative h-2 overflow-hidden rounded-full bg-wash outline-1 outline-rule -outline-offset-1"
      >
        <div
          className={`h-full transition-[width] ${joined >= min || isCovered ? 'bg-good' : 'bg-accent'}`}
          style={{ width: percent(joined) }}
        />
        {min < target ? (
          <div className="absolute inset-y-0 w-px bg-ink" style={{ left: percent(min) }} />
        ) : null}
      </div>
    </div>
  );
}
