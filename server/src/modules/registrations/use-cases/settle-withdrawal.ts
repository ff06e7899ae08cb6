import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { changeVisibility, lockOrderForChange, type TestRequestRecord } from '../../orders/orders.service.ts';
import { type PaymentRecord, returnRest, selectPayment } from '../../payments/payments.service.ts';
import { whyTooLate } from '../registrations.queries.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findWithdrawal, updateWithdrawal } from '../registrations.store.ts';
import type { WithdrawalRow } from '../registrations.tables.ts';
import { isAwaited } from '../rules/withdrawals.ts';

/** All refunds have the same reason, because a refund that failed is only repeated for another reason. */
const NOT_WANTED = 'The test was not made private with it';

/**
 * Reacts to a change of the payment. When all is paid, the test becomes private. Money that comes too late is refunded.
 */
export async function settleWithdrawal(ctx: RegistrationsContext, paymentId: string): Promise<void> {
  const { orders, payments, platform } = ctx;
  const { subject } = await selectPayment(payments, paymentId);
  const outcome = await platform.db.transaction<undefined | Refusal>(async (tx) => {
    const known = await findWithdrawal(tx, subject.id);
    if (!known) throw new Error(`payment ${paymentId} is for a withdrawal that is missing`);
    const request = await lockOrderForChange(orders, tx, known.requestId);
    // Reads again after locking, because something may have changed.
    const withdrawn = (await findWithdrawal(tx, subject.id)) ?? known;
    return settle(ctx, tx, { request, withdrawn, payment: await selectPayment(payments, paymentId, tx) });
  });
  if (isRefusal(outcome)) throw new Error(`payment ${paymentId} could not be settled: ${outcome.code}`);
}

async function settle(
  ctx: RegistrationsContext,
  tx: Tx,
  now: { request: TestRequestRecord; withdrawn: WithdrawalRow; payment: PaymentRecord },
): Promise<undefined | Refusal> {
  const { request, withdrawn, payment } = now;
  if (payment.receivedCents === 0 || withdrawn.paymentId === payment.id) return undefined;
  const late = await whyTooLate(ctx, tx, request);
  if (!isAwaited(withdrawn, request, late !== undefined)) {
    await returnDiscount(ctx, tx, payment);
    return undefined;
  }
  if (!payment.isPaidFor || payment.amountCents < withdrawn.amountCents) return undefined;
  const at = ctx.platform.clock.now();
  await updateWithdrawal(tx, withdrawn.id, { paymentId: payment.id, paidAt: at, updatedAt: at });
  const hidden = await changeVisibility(ctx.orders, tx, request, 'private');
  return isRefusal(hidden) ? hidden : undefined;
}

/** Refunds all money of a payment. Refunds on their way and disputed money stay as they are. */
export async function returnDiscount(
  ctx: RegistrationsContext,
  tx: Tx,
  { id: paymentId }: PaymentRecord,
): Promise<void> {
  await returnRest(ctx.payments, tx, { paymentId, reason: NOT_WANTED });
}
