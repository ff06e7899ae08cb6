/**
 * Every payment method, by its provider's name, in display order. A new one needs a row here, an adapter with its
 * settings, and a stand-in in the sandbox.
 */
export const PAYMENT_METHODS = ['stripe', 'coinbase'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The first is the default. */
export const [CARD, CRYPTO] = PAYMENT_METHODS;

type MethodFacts = {
  /** The name as a title. */
  title: string;
  /** The name within a sentence: 'by card'. */
  noun: string;
  /** Whether the payer's bank can take money back long after payment. */
  isChargedBack: boolean;
  /** The header with the signature of the provider's events. */
  signatureHeader: string;
};

export const methodFacts: Record<PaymentMethod, MethodFacts> = {
  stripe: { title: 'Card', noun: 'card', isChargedBack: true, signatureHeader: 'stripe-signature' },
  coinbase: { title: 'Crypto', noun: 'crypto', isChargedBack: false, signatureHeader: 'x-hook0-signature' },
};
