import type { PaymentMethod } from '@vialproof/contract/payment-methods';

/** What an event names: our payment, its page, and the transfer of the money. */
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
 * The payment that an event is about: found by its page, otherwise by its transfer. Our id decides only for a payment
 * without a page. An event with an unknown transfer waits.
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
  // A page that we did not open is ignored.
  if (sessionId && found.providerSessionId) return undefined;
  return found.providerPaymentId && found.providerPaymentId !== providerPaymentId ? undefined : found;
}
