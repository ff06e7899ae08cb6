import type { PaymentMethod } from '@vialproof/contract/payment-methods';

/** The references in a provider's event: our id as we sent it, the page, the movement of money. */
export type PaymentAbout = {
  paymentId: string | null;
  sessionId: string | null;
  providerPaymentId: string | null;
};

type Known = {
  id: string;
  provider: PaymentMethod;
  providerSessionId: string | null;
  providerPaymentId: string | null;
};

/**
 * The payment among `rows` that an event of `provider` concerns: the one with its page, otherwise the one with its
 * movement of money. Our own id, from the metadata, only matches a payment that does not know its page yet, and never
 * one with another movement. So an event that only has the movement waits until the payment knows it.
 */
export function paymentAbout<Row extends Known>(
  rows: Row[],
  provider: PaymentMethod,
  { sessionId, providerPaymentId, paymentId }: PaymentAbout,
): Row | undefined {
  const own = rows.filter((row) => row.provider === provider);
  const byPage = sessionId ? own.find((row) => row.providerSessionId === sessionId) : undefined;
  if (byPage) return byPage;
  const byMovement = providerPaymentId
    ? own.find((row) => row.providerPaymentId === providerPaymentId)
    : undefined;
  const found = byMovement ?? (sessionId ? own.find((row) => row.id === paymentId) : undefined);
  if (!found) return undefined;
  // A page that we did not open is ignored, whatever it names.
  if (sessionId && found.providerSessionId) return undefined;
  return found.providerPaymentId && found.providerPaymentId !== providerPaymentId ? undefined : found;
}
