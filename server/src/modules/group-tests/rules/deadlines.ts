import { TAKEN_PAY_HOURS } from '@vialproof/contract/group-deadlines';
import { methodFacts, type PaymentMethod } from '@vialproof/contract/payment-methods';

const DAY_MS = 86_400_000;
/** So long before its deadline, a group is shown as `last_moment`. */
export const LAST_MOMENT_MS = 2 * DAY_MS;
/** How long a group waits for missing members, or for a person to take a share. */
export const SUSPENDED_MS = 7 * DAY_MS;
/** How long members have to pay. */
export const PAY_MS = 7 * DAY_MS;
/** How long a person has to pay who takes a free share. */
export const TAKEN_PAY_MS = TAKEN_PAY_HOURS * 3_600_000;
/** When members are reminded to pay, counted from the moment when the shares were fixed. */
export const REMIND_MS = [DAY_MS, 4 * DAY_MS, 6 * DAY_MS];
/** If no sample comes within this time after the last payment, an admin decides. */
export const UNRECEIVED_MS = 21 * DAY_MS;
/** A deadline later than this must be a typing error. */
export const FURTHEST_DEADLINE_MS = 366 * DAY_MS;

/**
 * From when an admin may pay the sender: `waitDays` after the last card payment, because a bank could take it back.
 * Null without card payments.
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
