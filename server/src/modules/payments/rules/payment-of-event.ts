import type { PaymentMethod } from '@vialproof/contract/payment-methods';

/** What a provider's event says of the payment that it is about: our id as we gave it along, its page, the money's movement. */
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
 * The payment among `rows` that an event of `provider` is about: the one with its page, else the one with the money's
 * movement. Our own id, which stands in metadata, only names a payment that does not know its page yet, and never one
 * whose money moved in another way. So an event that knows the movement alone waits until the payment knows it, too.
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
  // A page that is not the one we opened is none of ours, whatever it names.
  if (sessionId && found.providerSessionId) return undefined;
  return found.providerPaymentId && found.providerPaymentId !== providerPaymentId ? undefined : found;
}
