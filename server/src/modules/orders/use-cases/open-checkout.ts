import { ownerOnly, type Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { OrdersContext, OtherSeller, PageAsk } from '../orders.context.ts';
import { skuOf } from '../orders.queries.ts';
import { findOrder, lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { changeOrder, transition } from '../orders.transitions.ts';
import { PAY_WITHIN_SECONDS } from '../rules/expiry.ts';
import { isOpenForChange } from '../rules/lifecycle.ts';
import { subjectOf } from '../rules/order-payments.ts';

/** Adds a module whose things are paid through the same checkout. */
export function registerSeller(ctx: OrdersContext, seller: OtherSeller): void {
  ctx.otherSellers.push(seller);
}

/**
 * Opens the hosted payment page of an unpaid order of the viewer, or of what another seller sells under the id.
 * Refuses not_found, order_locked, already_paid, price_changed.
 */
export async function openCheckout(
  ctx: OrdersContext,
  viewer: Viewer,
  ask: PageAsk,
): Promise<{ url: string } | Refusal> {
  const { platform, payments } = ctx;
  const row = await findOrder(platform.db.orm, ask.requestId);
  if (!row) {
    for (const seller of ctx.otherSellers) {
      const page = await seller.checkout(viewer, ask);
      if (page) return page;
    }
    return refuse('not_found');
  }
  const foreign = ownerOnly(viewer, row.customerId);
  if (foreign) return foreign;
  if (row.status === 'cancelled') return refuse('order_locked', 'This order was cancelled.');
  if (!isOpenForChange(row.status)) return refuse('already_paid');
  if (ask.amountCents !== row.finalPriceCents) {
    return refuse('price_changed', undefined, { amount_cents: row.finalPriceCents });
  }
  const sku = await skuOf(ctx, row);
  const expiresAt = secondsAfter(platform.clock.now(), PAY_WITHIN_SECONDS);
  const page = await payments.openCheckout({
    paymentId: ask.operationId,
    subject: subjectOf(row.id),
    customerId: viewer.id,
    customerEmail: await ctx.accounts.selectEmail(viewer.id),
    description: sku.name,
    reference: String(row.taskNumber),
    amountCents: row.finalPriceCents,
    currency: row.currency,
    provider: ask.provider,
    successUrl: `${platform.publicUrl()}/request/success`,
    cancelUrl: `${platform.publicUrl()}/dashboard/tests/${row.id}`,
    expiresAt,
  });
  if (isRefusal(page)) return page;
  const opened = await awaitPayment(ctx, viewer, row, { paymentMethod: ask.provider, expiresAt });
  if (!isRefusal(opened)) return { url: page.url };
  // The order changed while the provider was asked: nobody shall pay on that page.
  await payments.closeCheckout(subjectOf(row.id));
  return opened;
}

/** Writes that the page of the order, as it was in `before`, is open; refuses when the order changed since. */
function awaitPayment(
  ctx: OrdersContext,
  viewer: Viewer,
  before: RequestRow,
  change: Pick<RequestRow, 'paymentMethod' | 'expiresAt'>,
): Promise<RequestRow | Refusal> {
  return ctx.platform.db.transaction(async (tx) => {
    const row = await lockOrder(tx, before.id);
    if (!row || !isOpenForChange(row.status)) return refuse('order_locked');
    if (row.finalPriceCents !== before.finalPriceCents) {
      return refuse('price_changed', undefined, { amount_cents: row.finalPriceCents });
    }
    if (row.status === 'pending_payment') return changeOrder(ctx, tx, row.id, change);
    const actor = { kind: 'customer' as const, id: viewer.id };
    return transition(ctx, tx, row, 'checkout_opened', { actor, change });
  });
}
