import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { PAY_WITHIN_SECONDS, type PageAsk, type Sale } from '../../orders/orders.service.ts';
import type { RegistrationsContext } from '../registrations.context.ts';
import { whyTooLate } from '../registrations.queries.ts';
import { findWithdrawal } from '../registrations.store.ts';
import type { WithdrawalRow } from '../registrations.tables.ts';
import { isAwaited, subjectOf } from '../rules/withdrawals.ts';

/**
 * Opens the hosted page on which the discount of a test is paid back; undefined when there is no such withdrawal. Refuses
 * not_found, already_paid, already_published, order_locked, price_changed, and what the provider's page refuses.
 */
export async function payWithdrawal(
  ctx: RegistrationsContext,
  viewer: Viewer,
  ask: PageAsk,
): Promise<{ url: string } | Refusal | undefined> {
  const { clock, publicUrl } = ctx.platform;
  const withdrawn = await findWithdrawal(ctx.platform.db.orm, ask.requestId);
  if (!withdrawn) return undefined;
  const request = await ctx.orders.select(withdrawn.requestId);
  if (request.customerId !== viewer.id) return refuse('not_found');
  const closed = await refuseUnwanted(ctx, withdrawn);
  if (closed) return closed;
  if (ask.amountCents !== withdrawn.amountCents) {
    return refuse('price_changed', undefined, { amount_cents: withdrawn.amountCents });
  }
  const sku = await ctx.orders.skuOf(request);
  const ownPage = `${publicUrl()}/dashboard/tests/${request.id}`;
  const page = await ctx.payments.openCheckout({
    paymentId: ask.operationId,
    subject: subjectOf(withdrawn.id),
    customerId: viewer.id,
    customerEmail: await ctx.accounts.selectEmail(viewer.id),
    description: `Public discount paid back: ${sku.name}`,
    reference: String(request.taskNumber),
    amountCents: withdrawn.amountCents,
    currency: request.currency,
    provider: ask.provider,
    // Back to the test itself: it says what is private now, and follows what is not confirmed yet.
    successUrl: ownPage,
    cancelUrl: ownPage,
    expiresAt: secondsAfter(clock.now(), PAY_WITHIN_SECONDS),
  });
  if (isRefusal(page)) return page;
  const lost = await refuseUnwanted(ctx, withdrawn);
  if (!lost) return { url: page.url };
  // The result was published, or the wish taken back, while the provider was asked: nobody shall pay on that page.
  await ctx.payments.closeCheckout(subjectOf(withdrawn.id));
  return lost;
}

/** Why nobody waits for this money; undefined while the owner does. */
async function refuseUnwanted(
  ctx: RegistrationsContext,
  { id, requestId }: WithdrawalRow,
): Promise<Refusal | undefined> {
  const { orders, platform } = ctx;
  const { orm } = platform.db;
  const [withdrawn, request] = [await findWithdrawal(orm, id), await orders.select(requestId)];
  if (withdrawn?.paymentId) return refuse('already_paid', 'This discount is paid back already.');
  const late = await whyTooLate(ctx, orm, request);
  if (late) return late;
  if (withdrawn && isAwaited(withdrawn, request, false)) return undefined;
  return refuse('order_locked', 'This test is not to be made private. Ask for it on the test’s page first.');
}

/** The order of a withdrawal, and whether a confirmed payment for it has been settled. Undefined when there is no such withdrawal. */
export async function findWithdrawalSale(
  { platform }: RegistrationsContext,
  id: string,
  paymentId: string,
): Promise<Sale | undefined> {
  const withdrawn = isUuid(id) ? await findWithdrawal(platform.db.orm, id) : undefined;
  if (!withdrawn) return undefined;
  return { orderId: withdrawn.requestId, groupId: null, isCounted: withdrawn.paymentId === paymentId };
}
