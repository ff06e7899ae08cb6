import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { PAY_WITHIN_SECONDS, selectOrder, skuOf } from '../../orders/orders.service.ts';
import type { AuditedGood, Offer, Seller } from '../../payments/payments.service.ts';
import { whyTooLate } from '../registrations.queries.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findWithdrawal, listWithdrawals, listWithdrawalsAfter } from '../registrations.store.ts';
import type { WithdrawalRow } from '../registrations.tables.ts';
import { contradiction, isAwaited } from '../rules/withdrawals.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';

/** Lets an owner pay the discount back. The module payments calls this. */
export const withdrawalSeller = (ctx: RegistrationsContext): Seller => ({
  kind: 'withdrawal',
  finding: 'withdrawal_differs',
  offer: (viewer, id) => offerWithdrawal(ctx, viewer, id),
  refuseUnwanted: (id) => refuseUnwanted(ctx, id),
  async settle(paymentIds) {
    for (const id of paymentIds) await settleWithdrawal(ctx, id);
  },
  async describeSales(ids) {
    const rows = await listWithdrawals(ctx.platform.db.orm, ids);
    return rows.map(({ id, requestId, paymentId }) => ({ id, orderId: requestId, paymentId }));
  },
  async listAfter(tx, afterId, limit) {
    const rows = await listWithdrawalsAfter(tx, afterId, limit);
    const audited: AuditedGood[] = [];
    for (const row of rows) audited.push(await auditedWithdrawal(ctx, tx, row));
    return audited;
  },
});

/**
 * The price and the texts of the payment page. Refusals: `not_found`, `already_paid`, `already_published`,
 * `order_locked`, `own_order`.
 */
async function offerWithdrawal(
  ctx: RegistrationsContext,
  viewer: Viewer,
  id: string,
): Promise<Offer | Refusal> {
  const { clock, db, publicUrl } = ctx.platform;
  const withdrawn = await findWithdrawal(db.orm, id);
  if (!withdrawn) return refuse('not_found');
  const request = await selectOrder(ctx.orders, withdrawn.requestId);
  if (request.customerId !== viewer.id) return refuse('not_found');
  const closed = await refuseUnwanted(ctx, id);
  if (closed) return closed;
  const sku = await skuOf(ctx.orders, request);
  // After the payment, the payer returns to the page of the test, which shows the state.
  const ownPage = `${publicUrl()}/dashboard/tests/${request.id}`;
  return {
    amountCents: withdrawn.amountCents,
    currency: request.currency,
    description: `Public discount paid back: ${sku.name}`,
    reference: String(request.taskNumber),
    successUrl: ownPage,
    cancelUrl: ownPage,
    expiresAt: secondsAfter(clock.now(), PAY_WITHIN_SECONDS),
  };
}

/** Why no payment is wanted; undefined while the owner may pay. */
async function refuseUnwanted(ctx: RegistrationsContext, id: string): Promise<Refusal | undefined> {
  const { orm } = ctx.platform.db;
  const withdrawn = await findWithdrawal(orm, id);
  if (!withdrawn) return refuse('not_found');
  if (withdrawn.paymentId) return refuse('already_paid', 'This discount is paid back already.');
  const request = await selectOrder(ctx.orders, withdrawn.requestId);
  const late = await whyTooLate(ctx, orm, request);
  if (late) return late;
  if (isAwaited(withdrawn, request, false)) return undefined;
  return refuse('order_locked', 'This test is not to be made private. Ask for it on the test’s page first.');
}

async function auditedWithdrawal(
  ctx: RegistrationsContext,
  tx: Tx,
  row: WithdrawalRow,
): Promise<AuditedGood> {
  const request = await selectOrder(ctx.orders, row.requestId, tx);
  return {
    id: row.id,
    paymentId: row.paymentId,
    updatedAt: request.updatedAt > row.updatedAt ? request.updatedAt : row.updatedAt,
    contradiction: (payments) => contradiction(row, request, payments),
  };
}
