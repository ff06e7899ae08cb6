import type { CheckoutOutcome } from '@vialproof/contract/checkout';
import { ownerOnly, type Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { type PaymentsContext, sellerOf } from '../payments.context.ts';
import { checkoutStateOf } from '../payments.queries.ts';
import { checkPaymentSoon } from './check-payment.ts';

/** How a payment ended, for its payer. Refusal: `not_found`. If that is not certain, a job asks the provider. */
export async function readCheckout(
  ctx: PaymentsContext,
  viewer: Viewer,
  sessionOrPaymentId: string,
): Promise<CheckoutOutcome | Refusal> {
  const found = await checkoutStateOf(ctx, sessionOrPaymentId);
  if (!found) return refuse('not_found');
  const { payment, state, reason } = found;
  const foreign = ownerOnly(viewer, payment.customerId);
  if (foreign) return foreign;
  if (state === 'confirming') await checkPaymentSoon(ctx, payment.id);
  const { kind, id } = payment.subject;
  const [sale] = await sellerOf(ctx, kind).describeSales([id]);
  // The money may be here before the module that sold the thing knows it.
  const isSettled = sale?.paymentId === payment.id || sale?.isOver;
  return {
    state: state === 'confirmed' && !isSettled ? 'confirming' : state,
    request_id: sale?.orderId ?? id,
    group_id: sale?.groupId ?? null,
    reason,
    amount_cents: payment.amountCents,
    received_cents: payment.receivedCents,
    received_currency: payment.receivedCurrency,
    refunded_cents: payment.refundedCents,
  };
}
