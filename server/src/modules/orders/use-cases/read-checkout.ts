import type { CheckoutState } from '@vialproof/contract/checkout';
import { ownerOnly, type Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { OrdersContext } from '../orders.context.ts';
import { findOrder } from '../orders.store.ts';

/**
 * What became of a payment, for its owner; everybody else gets `not_found`. While the provider has not confirmed it, the
 * provider is asked again soon.
 */
export async function readCheckout(
  ctx: OrdersContext,
  viewer: Viewer,
  sessionOrPaymentId: string,
): Promise<
  { state: CheckoutState; requestId: string; groupId: string | null; reason: string | null } | Refusal
> {
  const found = await ctx.payments.stateOf(sessionOrPaymentId);
  if (!found) return refuse('not_found');
  const { payment, reason } = found;
  const foreign = ownerOnly(viewer, payment.customerId);
  if (foreign) return foreign;
  if (found.state === 'confirming') await ctx.payments.askSoon(payment.id);
  const requestId = payment.subject.id;
  if (payment.subject.kind !== 'order') {
    for (const seller of ctx.otherSellers) {
      const sold = await seller.findSale(requestId, payment.id);
      if (!sold) continue;
      const state = found.state === 'confirmed' && !sold.isCounted ? 'confirming' : found.state;
      return { state, requestId: sold.orderId ?? requestId, groupId: sold.groupId, reason };
    }
  }
  const row = await findOrder(ctx.platform.db.orm, requestId);
  // The money may be in while the settlement of the order is still on its way.
  const waits = found.state === 'confirmed' && row?.paymentId !== payment.id && row?.status !== 'cancelled';
  return { state: waits ? 'confirming' : found.state, requestId, groupId: null, reason };
}
