import { ownerOnly, type Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Offer, OpenedPage, Seller } from '../../payments/payments.service.ts';
import { skuOf } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { findOrder, listOrders, listOrdersAfter, lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { changeOrder, transition } from '../orders.transitions.ts';
import { PAY_WITHIN_SECONDS } from '../rules/expiry.ts';
import { isOpenForChange } from '../rules/lifecycle.ts';
import { contradiction } from '../rules/order-payments.ts';
import { settleOrders } from './settle-orders.ts';

export const orderSeller = (ctx: OrdersContext): Seller => ({
  kind: 'order',
  finding: 'order_differs',
  offer: (viewer, id) => offerOrder(ctx, viewer, id),
  opened: (viewer, id, page) => awaitPayment(ctx, viewer, id, page),
  settle: (paymentIds) => settleOrders(ctx, paymentIds),
  async describeSales(ids) {
    const rows = await listOrders(ctx.platform.db.orm, ids);
    return rows.map((row) => ({
      id: row.id,
      orderId: row.id,
      paymentId: row.paymentId,
      isOver: row.status === 'cancelled',
      ...(row.publicDiscountPercent > 0
        ? { discount: { listCents: row.basePriceCents, percent: row.publicDiscountPercent } }
        : {}),
    }));
  },
  async listAfter(tx, afterId, limit) {
    const rows = await listOrdersAfter(tx, afterId, limit);
    return rows.map((row) => ({
      ...row,
      // For the order of a group, the module of groups compares the payments.
      contradiction: (payments) => (row.groupTestId === null ? contradiction(row, payments) : undefined),
    }));
  },
});

/** The price and texts for the payment page. Refusals: `not_found`, `order_locked`, `already_paid`. */
async function offerOrder(ctx: OrdersContext, viewer: Viewer, id: string): Promise<Offer | Refusal> {
  const { platform } = ctx;
  const row = await findOrder(platform.db.orm, id);
  if (!row) return refuse('not_found');
  const refused = ownerOnly(viewer, row.customerId) ?? refuseClosed(row);
  if (refused) return refused;
  const sku = await skuOf(ctx, row);
  return {
    amountCents: row.finalPriceCents,
    currency: row.currency,
    description: sku.name,
    reference: String(row.taskNumber),
    successUrl: `${platform.publicUrl()}/request/success`,
    cancelUrl: `${platform.publicUrl()}/dashboard/tests/${row.id}`,
    expiresAt: secondsAfter(platform.clock.now(), PAY_WITHIN_SECONDS),
  };
}

function refuseClosed({ status }: RequestRow): Refusal | undefined {
  if (status === 'cancelled') return refuse('order_locked', 'This order was cancelled.');
  return isOpenForChange(status) ? undefined : refuse('already_paid');
}

/** Stores the payment page of an order. Refuses if the order or its price has changed. */
async function awaitPayment(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
  { provider: paymentMethod, amountCents, expiresAt }: OpenedPage,
): Promise<undefined | Refusal> {
  const change = { paymentMethod, expiresAt };
  const opened = await ctx.platform.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (!row || !isOpenForChange(row.status)) return refuse('order_locked');
    if (row.finalPriceCents !== amountCents) {
      return refuse('price_changed', undefined, { amount_cents: row.finalPriceCents });
    }
    if (row.status === 'pending_payment') return changeOrder(ctx, tx, row.id, change);
    const actor = { kind: 'customer' as const, id: viewer.id };
    return transition(ctx, tx, row, 'checkout_opened', { actor, change });
  });
  return isRefusal(opened) ? opened : undefined;
}
