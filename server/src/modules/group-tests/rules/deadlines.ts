import { methodFacts, type PaymentMethod } from '@vialproof/contract/payment-methods';

const DAY_MS = 86_400_000;
/** An open group is shown as `last_moment` from so long before its deadline on. */
export const LAST_MOMENT_MS = 2 * DAY_MS;
/** How long a group without enough members, or with a dropped share, is held open. */
export const SUSPENDED_MS = 7 * DAY_MS;
/** How long a member has to pay, after the lock. */
export const PAY_MS = 7 * DAY_MS;
/** How long somebody who takes a dropped share has to pay it. */
export const TAKEN_PAY_MS = DAY_MS;
/** Reminders of an unpaid share, after the lock. */
export const REMIND_MS = [DAY_MS, 4 * DAY_MS, 6 * DAY_MS];
/** Nothing received so long after everything was paid: an admin decides. */
export const UNRECEIVED_MS = 21 * DAY_MS;
/** A deadline so far ahead is a slip. */
export const FURTHEST_DEADLINE_MS = 366 * DAY_MS;

/**
 * From when what is owed to the sender of a vial may be paid out: `waitDays` after the last card payment, the latest moment
 * at which money came for one of the group's paid shares in a way that can be charged back, whatever became of it since. Null
 * where nobody paid so.
 */
export function payableFrom(
  payments: { provider: PaymentMethod; settledAt: Date | null }[],
  waitDays: number,
): Date | null {
  const cards = payments.flatMap(({ provider, settledAt }) =>
    methodFacts[provider].isChargedBack && settledAt ? [settledAt.getTime()] : [],
  );
  return cards.length > 0 ? new Date(Math.max(...cards) + waitDays * DAY_MS) : null;
}
