import type { Facts } from './payment-facts.ts';

/** Compares the money with the price. Money in another currency waits for an admin. */
export function settle(
  asked: { amountCents: number; currency: string },
  receivedCents: number,
  receivedCurrency: string,
): 'paid' | 'underpaid' | 'overpaid' {
  if (receivedCurrency !== asked.currency || receivedCents < asked.amountCents) return 'underpaid';
  return receivedCents > asked.amountCents ? 'overpaid' : 'paid';
}

/**
 * The cents to pay: the price, or what an admin accepted. If more money comes then, it counts up to the price first.
 */
export function dueCents(facts: Facts): number {
  const { acceptedCents, amountCents, receivedCents, receivedCurrency, currency } = facts;
  if (acceptedCents === null) return amountCents;
  if (receivedCurrency !== currency) return acceptedCents;
  return Math.max(acceptedCents, Math.min(receivedCents, amountCents));
}

/** Whether the money is the price, less or more. An admin's decision replaces the comparison. */
export function verdictOf(facts: Facts): 'paid' | 'underpaid' | 'overpaid' {
  const currency = facts.receivedCurrency ?? facts.currency;
  const asked = facts.acceptedCents === null ? facts : { amountCents: dueCents(facts), currency };
  return settle(asked, facts.receivedCents, currency);
}

/** Whether the money is not the price, and no admin has accepted it. */
export const isUnderpaid = (facts: Facts): boolean =>
  facts.receivedCents > 0 && verdictOf(facts) === 'underpaid';
