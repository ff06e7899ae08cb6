import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import { neededBy, neededWords, people } from '@vialproof/contract/group-seats';
import type { GroupDetail, GroupTest } from '@vialproof/contract/group-tests';
import { formatMoney } from '@vialproof/science/money/money';

const minuteMs = 60_000;

/** Whether the group is complete or cancelled. */
export const isOver = ({ status }: GroupTest): boolean => status === 'complete' || status === 'cancelled';

/** Whether the shares are fixed or the group is over. The page then says what happens now, and not how to join. */
export const isSettled = (test: GroupTest): boolean => test.locked_at !== null || isOver(test);

/** The name of the person who sends the vial: the chosen volunteer, else the organizer. */
export const senderOf = ({ test, volunteers }: Pick<GroupDetail, 'test' | 'volunteers'>): string =>
  volunteers.find(({ is_sender }) => is_sender)?.display_name ?? test.organizer;

/** '1 entry', '5 entries'. */
export const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** The word on the badge of a group. */
export function statusWord({ status, phase }: GroupTest): string {
  if (phase === 'collecting') return 'COLLECTING PAYMENTS';
  if (phase === 'testing') return 'IN PROGRESS';
  return status.replace('_', ' ').toUpperCase();
}

/** The title of a group with non-breaking spaces between numbers and units. */
export const titleOf = ({ title }: GroupTest) => title.replace(/(\d) (?=([mµ]?g|m?L|IU)\b)/g, '$1\u00a0');

/**
 * The time that is left: '3 days left', '5 hours left'. Null when it is over. It is rounded, so that a new deadline in
 * seven days does not say 6.
 */
export function timeLeft(until: string, now: number): string | null {
  const left = new Date(until).getTime() - now;
  if (left <= 0) return null;
  const minutes = Math.ceil(left / minuteMs);
  const hours = Math.round(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days left`;
  if (minutes >= 120) return `${hours} hours left`;
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

/** One sentence that says what the group still needs, or what happens now. */
export function standing(group: GroupDetail): string {
  const { test } = group;
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
      return ofSample(group);
    case 'complete':
      return 'The result is published.';
    case 'cancelled':
      return `This group test did not take place. ${test.locked_at ? 'Whatever was paid went back.' : 'Nobody was charged.'}`;
  }
}

/** Where the vial is now, in words. The events are newest first. */
function ofSample(group: GroupDetail): string {
  const last = group.events.find(({ kind }) => kind === 'sample_received' || kind === 'sample_refused');
  if (last?.kind === 'sample_received') return 'The laboratory has the vial. The result follows.';
  if (last) return 'The laboratory could not accept the vial. The sender was told why.';
  if (group.viewer?.request?.sample_tracking_number)
    return 'Everything is paid. The vial is on its way to the laboratory, and the result follows.';
  return group.viewer?.is_sender
    ? 'Everything is paid. You send the vial.'
    : `Everything is paid. ${senderOf(group)} sends the vial to the laboratory, and the result follows.`;
}
