import type { GroupDetail, GroupTest, GroupViewer } from '@vialproof/contract/group-tests';
import { formatMoney } from '../../lib/money';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The status as its badge says it. */
export function statusWord({ status, phase }: GroupTest): string {
  if (phase === 'collecting') return 'COLLECTING PAYMENTS';
  if (phase === 'testing') return 'IN PROGRESS';
  return status.replace('_', ' ').toUpperCase();
}

/** The title, its figures kept on one line with their units. */
export const titleOf = ({ title }: GroupTest) => title.replace(/(\d) (?=([mµ]?g|m?L|IU)\b)/g, '$1\u00a0');

/** 'in 3 days', '5 hours left'; null once it is over. */
export function timeLeft(until: string, now: number): string | null {
  const left = new Date(until).getTime() - now;
  if (left <= 0) return null;
  if (left >= 2 * dayMs) return `${Math.floor(left / dayMs)} days left`;
  if (left >= 2 * hourMs) return `${Math.floor(left / hourMs)} hours left`;
  return `${Math.max(1, Math.floor(left / 60_000))} minutes left`;
}

/** How many are still needed: the minimum less those who joined, not below 0. */
export const neededBy = (test: GroupTest): number => Math.max(0, test.min_participants - test.joined_count);

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** What stands between the group and the laboratory, in one sentence. */
export function standing({ test, events }: Pick<GroupDetail, 'test' | 'events'>): string {
  const needed = neededBy(test);
  switch (test.status) {
    case 'open':
    case 'last_moment':
      return needed > 0
        ? `${people(needed)} still needed before the deadline.`
        : 'Enough have joined. Shares are fixed at the deadline, or when every seat is taken.';
    case 'suspended':
      if (test.locked_at) {
        const [open] = test.open_shares;
        return open
          ? `A share of ${formatMoney(open.amount_cents)} was not paid. Newcomers take it by joining, members who have paid by agreeing to cover the gap; it is then to be paid within 24 hours.`
          : 'An open share was taken and waits to be paid.';
      }
      return `The deadline passed with ${people(needed)} too few. Others can still join, and members can cover the gap.`;
    case 'progress':
      if (test.phase === 'collecting') return 'Shares are fixed. Every member pays their own.';
      return ofSample(events);
    case 'complete':
      return 'The result is published.';
    case 'cancelled':
      return `This group test did not take place. ${test.locked_at ? 'Whatever was paid went back.' : 'Nobody was charged.'}`;
  }
}

/** Where the vial is; events come newest first. */
function ofSample(events: GroupDetail['events']): string {
  const last = events.find(({ kind }) => kind === 'sample_received' || kind === 'sample_refused');
  if (!last) return 'Everything is paid. The vial goes to the laboratory, and the result follows.';
  return last.kind === 'sample_received'
    ? 'The laboratory has the vial. The result follows.'
    : 'The laboratory could not accept the vial. Whoever sends it was told why by mail, and sends another.';
}

/** What became of one's own share when it was lost or given back; null otherwise. */
export function lostShare({ status, open_shares: open }: GroupTest, viewer: GroupViewer): string | null {
  const share = viewer.share;
  if (share?.status === 'refunded') return `Your share of ${formatMoney(share.amount_cents)} was given back.`;
  return share?.status === 'dropped' && status === 'suspended' && !viewer.is_member && open.length > 0
    ? 'Your share was not paid in time, and nothing was charged. You can take it again by joining.'
    : null;
}

/** What happened, in the words of the page; `name` did it. */
export function eventWords(kind: string, name: string | null): string {
  const who = name ?? 'Somebody';
  const words: Record<string, string> = {
    created: `${who} began the group`,
    joined: `${who} joined`,
    left: `${who} left`,
    agreed: `${who} agreed to cover the gap`,
    agreement_cleared: `${who}’s agreement no longer reached, and was cleared`,
    gap_left: 'The deadline passed with too few members',
    locked: 'The group was locked: shares are fixed',
    given_up: 'The group was given up',
    share_dropped: `${who} did not pay in time; the share is open`,
    share_taken: `${who} took an open share`,
    share_paid: `${who} paid`,
    payment_returned: 'A late payment was returned',
    all_paid: 'Everything is paid: the test is ordered',
    volunteered: `${who} offered to send the vial`,
    volunteer_approved: `${who}’s offer was accepted`,
    volunteer_rejected: `${who}’s offer was declined`,
    sender_chosen: `${who} sends the vial`,
    sample_received: 'The laboratory received the sample',
    sample_refused: 'The laboratory could not accept the sample',
    completed: 'The result was published',
    amended: 'The result was amended',
    retracted: 'The result was withdrawn',
    cancelled: 'The group was cancelled',
    reminder: 'Members were reminded to pay',
    paid_out: 'Shipping and vial were paid out to the sender',
    message: `${who} wrote to the members`,
  };
  return words[kind] ?? kind.replaceAll('_', ' ');
}
