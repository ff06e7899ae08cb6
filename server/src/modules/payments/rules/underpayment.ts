import type { Facts } from './payment-facts.ts';

/** Whether what came is what was asked. Another currency never settles: it waits for an admin like too little. */
export function settle(
  asked: { amountCents: number; currency: string },
  receivedCents: number,
  receivedCurrency: string,
): 'paid' | 'underpaid' | 'overpaid' {
  if (receivedCurrency !== asked.currency || receivedCents < asked.amountCents) return 'underpaid';
  return receivedCents > asked.amountCents ? 'overpaid' : 'paid';
}

/**
 * What is due, in cents of the currency received: the price, or what an admin took in its place. When more of an
 * accepted payment arrives, it fills the price up before any of it is an excess.
 */
export function dueCents(facts: Facts): number {
  const { acceptedCents, amountCents, receivedCents, receivedCurrency, currency } = facts;
  if (acceptedCents === null) return amountCents;
  if (receivedCurrency !== currency) return acceptedCents;
  return Math.max(acceptedCents, Math.min(receivedCents, amountCents));
}

/** The verdict on the money that is here, a person's decision included. */
export function verdictOf(facts: Facts): 'paid' | 'underpaid' | 'overpaid' {
  const currency = facts.receivedCurrency ?? facts.currency;
  const asked = facts.acceptedCents === null ? facts : { amountCents: dueCents(facts), currency };
  return settle(asked, facts.receivedCents, currency);
}

/** Whether money came that is not the price, and that nobody has taken in its place. */
export const isUnderpaid = (facts: Facts): boolean =>
  facts.receivedCents > 0 && verdictOf(facts) === 'underpaid';
