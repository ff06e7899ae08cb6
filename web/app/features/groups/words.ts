import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import { neededBy, neededWords, people } from '@vialproof/contract/group-seats';
import type { GroupDetail, GroupTest } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The word on the badge of a group. */
export function statusWord({ status, phase }: GroupTest): string {
  if (phase === 'collecting') return 'COLLECTING PAYMENTS';
  if (phase === 'testing') return 'IN PROGRESS';
  return status.replace('_', ' ').toUpperCase();
}

/** The title of a group with non-breaking spaces between numbers and units. */
export const titleOf = ({ title }: GroupTest) => title.replace(/(\d) (?=([mµ]?g|m?L|IU)\b)/g, '$1\u00a0');

/** The time that is left, in words: 'in 3 days', '5 hours left'. Null when the time is over. */
export function timeLeft(until: string, now: number): string | null {
  const left = new Date(until).getTime() - now;
  if (left <= 0) return null;
  if (left >= 2 * dayMs) return `${Math.floor(left / dayMs)} days left`;
  if (left >= 2 * hourMs) return `${Math.floor(left / hourMs)} hours left`;
  const minutes = Math.max(1, Math.floor(left / 60_000));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

/** One sentence that says what the group still needs before the laboratory can start. */
export function standing({ test, events }: Pick<GroupDetail, 'test' | 'events'>): string {
  const needed = neededWords(test);
  switch (test.status) {
    case 'open':
    case 'last_moment':
      return needed
        ? `${needed} before the deadline.`
        : 'Enough have joined. Shares are fixed at the deadline, or when every seat is taken.';
    case 'suspended':
      if (test.locked_at) {
        const [open] = test.open_shares;
        return open
          ? `A share of ${formatMoney(open.amount_cents)} was not paid. Whoever takes it has ${TAKEN_PAY_HOURS} hours to pay it.`
          : 'An open share was taken and waits to be paid.';
      }
      return `The deadline passed with ${people(neededBy(test))} too few. Others can still join, and members can cover the gap.`;
    case 'progress':
      if (test.phase === 'collecting') return 'Shares are fixed. Every member pays their own.';
      return ofSample(events);
    case 'complete':
      return 'The result is published.';
    case 'cancelled':
      return `This group test did not take place. ${test.locked_at ? 'Whatever was paid went back.' : 'Nobody was charged.'}`;
  }
}

/** Where the vial is now, in words. `events` are newest first. */
function ofSample(events: GroupDetail['events']): string {
  const last = events.find(({ kind }) => kind === 'sample_received' || kind === 'sample_refused');
  if (!last) return 'Everything is paid. The vial goes to the laboratory, and the result follows.';
  return last.kind === 'sample_received'
    ? 'The laboratory has the vial. The result follows.'
    : 'The laboratory could not accept the vial. The sender was told why.';
}
