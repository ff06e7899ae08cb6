import type { GroupCategory, GroupPhase, GroupStatus } from '@vialproof/contract/group-tests';
import { LAST_MOMENT_MS } from './deadlines.ts';

/**
 * The states of a group.
 * - open: people can join, before the deadline
 * - gap: too few people joined, and there are seven days to change that
 * - collecting: the shares are fixed and must be paid
 * - short: the shares are fixed, and for seven days anybody may take a free one
 * - testing: everything is paid, and the laboratory works
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

/** Kinds of events in a group. */
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

/** All possible changes of a group's state. */
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

/** Whether a vial is still needed. */
export const awaitsVial = ({ state, receivedAt }: { state: GroupState; receivedAt: Date | null }): boolean =>
  receivedAt === null && state !== 'complete' && state !== 'cancelled';

/** The state in the words of the API. */
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

/** The states in each tab of the list. */
export const STATES_OF: Record<GroupCategory, GroupState[]> = {
  open: ['open'],
  last: ['open'],
  suspended: ['gap', 'short', 'cancelled'],
  progress: ['collecting', 'testing'],
  completed: ['complete'],
};

/** Whether all places are taken. */
export const isFull = ({ joinedCount, targetSeats }: { joinedCount: number; targetSeats: number }): boolean =>
  joinedCount >= targetSeats;
