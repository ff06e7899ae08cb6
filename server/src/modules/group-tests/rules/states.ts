import type { GroupCategory, GroupPhase, GroupStatus } from '@vialproof/contract/group-tests';
import { LAST_MOMENT_MS } from './deadlines.ts';

/**
 * The stored states of a group.
 * - open: seats are free, before the deadline
 * - gap: the deadline passed with too few members; seven days to fill the gap
 * - collecting: locked, shares are to be paid
 * - short: locked, and a share was dropped; seven days to take it
 * - testing: everything is paid, and the laboratory has to do its part
 */
export const GROUP_STATES = [
  'open',
  'gap',
  'collecting',
  'short',
  'testing',
  'complete',
  'cancelled',
] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export type GroupTransition =
  | 'gap_left'
  | 'locked'
  | 'given_up'
  | 'share_dropped'
  | 'all_paid'
  | 'completed'
  | 'retracted'
  | 'cancelled';

/** Kinds of events in a group, as its history, its mails and its page name them. */
export type GroupEventKind =
  | GroupTransition
  | 'created'
  | 'joined'
  | 'left'
  | 'agreed'
  | 'agreement_cleared'
  | 'share_taken'
  | 'share_paid'
  | 'payment_returned'
  | 'payment_problem'
  | 'payment_refunded'
  | 'volunteered'
  | 'volunteer_approved'
  | 'volunteer_rejected'
  | 'sender_chosen'
  | 'sender_released'
  | 'message'
  | 'reminder'
  | 'sample_received'
  | 'sample_refused'
  | 'amended'
  | 'paid_out';

/** All transitions of a group; every other transition is impossible. */
const TRANSITIONS: Record<GroupState, Partial<Record<GroupTransition, GroupState>>> = {
  open: { locked: 'collecting', gap_left: 'gap', cancelled: 'cancelled' },
  gap: { locked: 'collecting', given_up: 'cancelled', cancelled: 'cancelled' },
  collecting: { share_dropped: 'short', all_paid: 'testing', cancelled: 'cancelled' },
  short: { share_dropped: 'short', all_paid: 'testing', given_up: 'cancelled', cancelled: 'cancelled' },
  testing: { completed: 'complete', cancelled: 'cancelled' },
  complete: { completed: 'complete', retracted: 'testing' },
  cancelled: {},
};

export function stateAfter(state: GroupState, transition: GroupTransition): GroupState | undefined {
  return TRANSITIONS[state][transition];
}

/** Whether members and shares can still change. */
export const isUnlocked = (state: GroupState): boolean => state === 'open' || state === 'gap';

/** Whether vials can be offered and chosen: the laboratory has none yet, and the group is not over. */
export const awaitsVial = ({ state, receivedAt }: { state: GroupState; receivedAt: Date | null }): boolean =>
  receivedAt === null && state !== 'complete' && state !== 'cancelled';

/** The status of a group that clients see. */
export function wireStatus(
  state: GroupState,
  deadlineAt: Date,
  now: Date,
): { status: GroupStatus; phase: GroupPhase | null } {
  switch (state) {
    case 'open':
      return {
        status: deadlineAt.getTime() - now.getTime() <= LAST_MOMENT_MS ? 'last_moment' : 'open',
        phase: null,
      };
    case 'gap':
    case 'short':
      return { status: 'suspended', phase: null };
    case 'collecting':
      return { status: 'progress', phase: 'collecting' };
    case 'testing':
      return { status: 'progress', phase: 'testing' };
    default:
      return { status: state, phase: null };
  }
}

/** The stored states of a tab; the tabs `open` and `last` differ by the deadline. */
export const STATES_OF: Record<GroupCategory, GroupState[]> = {
  open: ['open'],
  last: ['open'],
  suspended: ['gap', 'short', 'cancelled'],
  progress: ['collecting', 'testing'],
  completed: ['complete'],
};

/** Whether the group has as many members as target seats. */
export const isFull = ({ joinedCount, targetSeats }: { joinedCount: number; targetSeats: number }): boolean =>
  joinedCount >= targetSeats;
