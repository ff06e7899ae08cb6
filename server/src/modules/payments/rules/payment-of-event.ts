import type { PaymentMethod } from '@vialproof/contract/payment-methods';

/** What a provider's event refers to: our payment id as we sent it, the page, and the movement of money. */
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
 * The payment among `rows` that an event of `provider` concerns: first by the page, then by the movement of money. Our
 * own id, which is in the metadata, matches only a payment that knows no page yet, and never a payment with another
 * movement of money. So an event that names only the movement waits until the payment knows this movement.
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
  // An event about a page that we did not open is ignored, whatever payment it names.
  if (sessionId && found.providerSessionId) return undefined;
  return found.providerPaymentId && found.providerPaymentId !== providerPaymentId ? undefined : found;
}
