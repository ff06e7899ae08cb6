import type { Facts } from './payment-facts.ts';

/** Compares the received money with the price. Money in another currency waits for an admin, like an underpayment. */
export function settle(
  asked: { amountCents: number; currency: string },
  receivedCents: number,
  receivedCurrency: string,
): 'paid' | 'underpaid' | 'overpaid' {
  if (receivedCurrency !== asked.currency || receivedCents < asked.amountCents) return 'underpaid';
  return receivedCents > asked.amountCents ? 'overpaid' : 'paid';
}

/**
 * The amount that must be paid, in cents of the received currency: the price, or the amount that an admin accepted. If
 * more money arrives for an accepted payment, it counts toward the price first, and only the rest is excess.
 */
export function dueCents(facts: Facts): number {
  const { acceptedCents, amountCents, receivedCents, receivedCurrency, currency } = facts;
  if (acceptedCents === null) return amountCents;
  if (receivedCurrency !== currency) return acceptedCents;
  return Math.max(acceptedCents, Math.min(receivedCents, amountCents));
}

/** Whether the received money is the price, less or more. An admin's decision counts. */
export function verdictOf(facts: Facts): 'paid' | 'underpaid' | 'overpaid' {
  const currency = facts.receivedCurrency ?? facts.currency;
  const asked = facts.acceptedCents === null ? facts : { amountCents: dueCents(facts), currency };
  return settle(asked, facts.receivedCents, currency);
}

/** Whether received money differs from the price and no admin accepted it. */
export const isUnderpaid = (facts: Facts): boolean =>
  facts.receivedCents > 0 && verdictOf(facts) === 'underpaid';
