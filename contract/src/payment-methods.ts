/**
 * All payment methods in the order of display. A new method needs a row here, an adapter with settings, and a sandbox.
 */
export const PAYMENT_METHODS = ['stripe', 'coinbase'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The first method is the default. */
export const [CARD, CRYPTO] = PAYMENT_METHODS;

type MethodFacts = {
  /** The method's name as a title. */
  title: string;
  /** The method's name within a sentence: 'by card'. */
  noun: string;
  /** Whether the payer's bank can take the money back later. */
  isChargedBack: boolean;
  /** The HTTP header in which the provider signs its events. */
  signatureHeader: string;
};

export const methodFacts: Record<PaymentMethod, MethodFacts> = {
  stripe: { title: 'Card', noun: 'card', isChargedBack: true, signatureHeader: 'stripe-signature' },
  coinbase: { title: 'Crypto', noun: 'crypto', isChargedBack: false, signatureHeader: 'x-hook0-signature' },
};
