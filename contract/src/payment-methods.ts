/**
 * Every way to pay, by the name of its provider, in the order in which they are offered. A further one is a row here, an adapter
 * with its settings, and a stand-in of the sandbox.
 */
export const PAYMENT_METHODS = ['stripe', 'coinbase'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The first is chosen where nobody has chosen. */
export const [CARD, CRYPTO] = PAYMENT_METHODS;

type MethodFacts = {
  /** As it is called where it stands alone. */
  title: string;
  /** As it is called within a sentence: 'by card'. */
  noun: string;
  /** Whether the payer's bank can take money back long after it came. */
  isChargedBack: boolean;
  /** Which header signs the provider's events. */
  signatureHeader: string;
};

export const methodFacts: Record<PaymentMethod, MethodFacts> = {
  stripe: { title: 'Card', noun: 'card', isChargedBack: true, signatureHeader: 'stripe-signature' },
  coinbase: { title: 'Crypto', noun: 'crypto', isChargedBack: false, signatureHeader: 'x-hook0-signature' },
};
