import type { GroupCategory, GroupPhase, GroupStatus } from '@vialproof/contract/group-tests';

/**
 * As the row holds it.
 * - open: seats are free, before the deadline
 * - gap: the deadline passed with too few members; seven days to fill it
 * - collecting: locked, shares are to be paid
 * - short: locked, and a share was dropped; seven days to take it
 * - testing: everything is paid, the laboratory's part
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

export type GroupMove =
  | 'gap_left'
  | 'locked'
  | 'given_up'
  | 'share_dropped'
  | 'all_paid'
  | 'completed'
  | 'retracted'
  | 'cancelled';

/** Every move there is. What is not here cannot happen. */
const MOVES: Record<GroupState, Partial<Record<GroupMove, GroupState>>> = {
  open: { locked: 'collecting', gap_left: 'gap', cancelled: 'cancelled' },
  gap: { locked: 'collecting', given_up: 'cancelled', cancelled: 'cancelled' },
  collecting: { share_dropped: 'short', all_paid: 'testing', cancelled: 'cancelled' },
  short: { share_dropped: 'short', all_paid: 'testing', given_up: 'cancelled', cancelled: 'cancelled' },
  testing: { completed: 'complete', cancelled: 'cancelled' },
  complete: { completed: 'complete', retracted: 'testing' },
  cancelled: {},
};

export function stateAfter(state: GroupState, move: GroupMove): GroupState | undefined {
  return MOVES[state][move];
}

/** Whether members and shares can still change. */
export const isUnlocked = (state: GroupState): boolean => state === 'open' || state === 'gap';

/** Whether somebody can still offer a vial, and an offer be decided: until the laboratory has one. */
export const takesOffers = ({ state, receivedAt }: { state: GroupState; receivedAt: Date | null }): boolean =>
  receivedAt === null && state !== 'complete' && state !== 'cancelled';

/** Who sends the vial: the one whom it is owed to, else the volunteer who was chosen, else the organizer. */
export const senderAmong = (
  { senderId, organizerId }: { senderId: string | null; organizerId: string },
  offers: { userId: string; isSender: boolean }[],
): string => senderId ?? offers.find(({ isSender }) => isSender)?.userId ?? organizerId;

/** Whether somebody is in the group, or offers its vial: staff do not handle it then. */
export const isInvolved = (
  userId: string,
  members: { userId: string; state: string }[],
  offers: { userId: string; status: string }[],
): boolean =>
  members.some((each) => each.userId === userId && each.state === 'joined') ||
  offers.some((each) => each.userId === userId && each.status !== 'rejected');

const DAY_MS = 86_400_000;
export const LAST_MOMENT_MS = 2 * DAY_MS;
/** How long a group without enough members, or with a dropped share, is held open. */
export const SUSPENDED_MS = 7 * DAY_MS;
export const PAY_MS = 7 * DAY_MS;
/** Whoever takes a dropped share has this long to pay it. */
export const TAKEN_PAY_MS = DAY_MS;
/** Reminders of an unpaid share, after the lock. */
export const REMIND_MS = [DAY_MS, 4 * DAY_MS, 6 * DAY_MS];
/** Nothing received so long after everything was paid: an admin decides. */
export const UNRECEIVED_MS = 21 * DAY_MS;

/**
 * From when what is owed to the sender of a vial may be paid out: `waitDays` after the last card payment, the latest moment
 * at which money came for one of the group's paid shares by card (provider stripe), whatever became of it since. Null where
 * nobody paid by card: nothing can be charged back.
 */
export function payableFrom(
  payments: { provider: 'stripe' | 'coinbase'; settledAt: Date | null }[],
  waitDays: number,
): Date | null {
  const cards = payments.flatMap(({ provider, settledAt }) =>
    provider === 'stripe' && settledAt ? [settledAt.getTime()] : [],
  );
  return cards.length > 0 ? new Date(Math.max(...cards) + waitDays * DAY_MS) : null;
}

/** The status that clients see. */
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

/** The states of a tab; `open` and `last` are told apart by the deadline. */
export const STATES_OF: Record<GroupCategory, GroupState[]> = {
  open: ['open'],
  last: ['open'],
  suspended: ['gap', 'short', 'cancelled'],
  progress: ['collecting', 'testing'],
  completed: ['complete'],
};

/** Splits cents evenly, the odd ones on the earliest. @throws RangeError without anybody to pay. */
export function evenShares(cents: number, people: number): number[] {
  if (people < 1) throw new RangeError('there is nobody to share');
  const each = Math.floor(cents / people);
  const odd = cents - each * people;
  return Array.from({ length: people }, (_, place) => each + (place < odd ? 1 : 0));
}

/** The most that one who joins without agreeing to anything can be asked for. */
export const mostAtMin = (cost: number, min: number): number => Math.ceil(cost / min);

/** The most that a member who agrees to cover the gap would pay: all that the others leave. */
export const mostIfAgreed = (cost: number, min: number, joined: number): number =>
  cost - (joined - 1) * Math.floor(cost / min);

/** A member in the order of joining; `agreedCents`: the most this one agreed to, or null. */
export type Pledge = { id: string; agreedCents: number | null };
export type Division = {
  shares: { id: string; cents: number }[];
  /** Whose agreement did not reach, and no longer stands. */
  cleared: string[];
};

/**
 * Who pays what when fewer than `min` joined: members who did not agree pay floor(cost / min), those who agreed split
 * the rest evenly, the odd cents on the earliest. An agreement that would be exceeded is cleared and the rule tried
 * again. `shares` is empty when nobody is left who agreed.
 */
export function divideGap(cost: number, min: number, members: Pledge[]): Division {
  const cleared: string[] = [];
  const base = Math.floor(cost / min);
  for (;;) {
    const agreeing = members.filter(({ id, agreedCents }) => agreedCents !== null && !cleared.includes(id));
    if (agreeing.length === 0) return { shares: [], cleared };
    const rest = cost - base * (members.length - agreeing.length);
    const parts = evenShares(rest, agreeing.length);
    const over = agreeing.filter(({ agreedCents }, place) => (parts[place] ?? 0) > (agreedCents ?? 0));
    if (over.length === 0) {
      const byId = new Map(agreeing.map(({ id }, place) => [id, parts[place] ?? 0]));
      return { shares: members.map(({ id }) => ({ id, cents: byId.get(id) ?? base })), cleared };
    }
    cleared.push(...over.map(({ id }) => id));
  }
}

export type Terms = { cost: number; min: number; target: number };

/**
 * What a lock would make of these members: the shares in the order of joining, or the agreements that fell on the way
 * to finding that too few are in. `mayCover`: whether agreements are settled now (at a deadline, by finalising a gap).
 */
export function divide({ cost, min }: Terms, members: Pledge[], mayCover: boolean): Division {
  if (members.length >= min) {
    const parts = evenShares(cost, members.length);
    return { shares: members.map(({ id }, place) => ({ id, cents: parts[place] ?? 0 })), cleared: [] };
  }
  return mayCover && members.length > 0 ? divideGap(cost, min, members) : { shares: [], cleared: [] };
}

/** What a member who agreed to nothing pays at most, once shares are frozen; all of them agreed: the largest. */
export function finalCostPerUser({ cost, min }: Terms, joined: number): number {
  return joined >= min ? Math.ceil(cost / joined) : Math.floor(cost / min);
}
