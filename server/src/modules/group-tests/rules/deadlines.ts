import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import { methodFacts, type PaymentMethod } from '@vialproof/contract/payment-methods';

const DAY_MS = 86_400_000;
/** An open group is shown as `last_moment` during this time before its deadline. */
export const LAST_MOMENT_MS = 2 * DAY_MS;
/** How long a group with too few members, or with a dropped share, stays open. */
export const SUSPENDED_MS = 7 * DAY_MS;
/** How long members have to pay after the lock. */
export const PAY_MS = 7 * DAY_MS;
/** How long the taker of a dropped share has to pay. */
export const TAKEN_PAY_MS = TAKEN_PAY_HOURS * 3_600_000;
/** When reminders of an unpaid share are sent, counted from the lock. */
export const REMIND_MS = [DAY_MS, 4 * DAY_MS, 6 * DAY_MS];
/** If the sample has not arrived this long after the last payment, an admin decides. */
export const UNRECEIVED_MS = 21 * DAY_MS;
/** The latest allowed deadline of a new group; a later one is taken for a typing error. */
export const FURTHEST_DEADLINE_MS = 366 * DAY_MS;

/**
 * When money owed to the sender of a vial may be paid out: `waitDays` after the last card payment. That is the latest
 * receipt of money, for one of the group's paid shares, by a payment method with chargebacks, even if it was refunded
 * later. Null without such a payment.
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
