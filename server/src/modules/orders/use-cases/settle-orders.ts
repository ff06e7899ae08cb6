import { formatMoney } from '@vialproof/science/money/money';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { type PaymentRecord, paymentRecordsOf } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import { listTimeline, lockOrder, lockOrders } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { followChange, noteOnTimeline, SYSTEM, transitionThrough } from '../orders.transitions.ts';
import { isOpenForChange, type OrderEventKind } from '../rules/lifecycle.ts';
import { isUnwanted, waitsForDecision } from '../rules/order-payments.ts';
import { refundPayment } from './refund-payment.ts';

/**
 * Updates orders after changes of their payments. It may run several times and in any order, because it reads the
 * payments again.
 */
export async function settleOrders(ctx: OrdersContext, paymentIds: string[]): Promise<void> {
  const { payments, platform } = ctx;
  const outcome = await platform.db.transaction(async (tx) => {
    const orderIds = (await paymentRecordsOf(payments, paymentIds, tx)).map(({ subject }) => subject.id);
    // All orders are locked first, so that two transactions never wait for each other.
    const rows = new Map((await lockOrders(tx, orderIds)).map((row) => [row.id, row]));
    // Reads again after locking, because something may have changed.
    for (const payment of await paymentRecordsOf(payments, paymentIds, tx)) {
      const { id } = payment.subject;
      const row = rows.get(id) ?? (await lockOrder(tx, id));
      if (!row) throw new Error(`payment ${payment.id} is for an order that is missing`);
      // A second payment of this order must read the order again.
      rows.delete(id);
      const failed = await settlePayment(ctx, tx, row, payment);
      if (failed) return failed;
    }
    return undefined;
  });
  if (isRefusal(outcome))
    throw new Error(`payments ${paymentIds.join(', ')} could not be settled: ${outcome.code}`);
}

/** Updates a locked order after a change of one payment. */
async function settlePayment(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<undefined | Refusal> {
  // The owner's pages show payments, so they must load again.
  if (row.paymentId !== null || !payment.isPaidFor) await followChange(ctx, tx, row);
  if (payment.receivedCents > 0 && isUnwanted(row, payment)) {
    await refundPayment(ctx, tx, row, payment);
  } else if (payment.isPaidFor) {
    return (await settlePaid(ctx, tx, row, payment)) ?? notePartRefunded(ctx, tx, row.id, payment);
  }
  const timeline = await listTimeline(tx, row.id);
  const noted = timeline.at(-1)?.kind;
  if (payment.status === 'underpaid' && !isUnwanted(row, payment) && noted !== 'payment_problem') {
    const note = 'Less than the price arrived. We look into it.';
    await noteOnTimeline(ctx, tx, row, 'payment_problem', note);
  }
  const isOwn = row.paymentId === payment.id && !timeline.some(({ kind }) => kind === 'refunded');
  if (payment.status === 'refunded' && (isOwn || waitsForDecision(row, payment, timeline))) {
    await noteOnTimeline(ctx, tx, row, 'refunded', null);
  }
  if (payment.status === 'failed' && isOpenForChange(row.status) && noted !== 'payment_failed') {
    await noteOnTimeline(ctx, tx, row, 'payment_failed', payment.failureReason);
  }
  return notePartRefunded(ctx, tx, row.id, payment);
}

/** Takes an unpaid order through all changes to awaiting_sample. */
async function settlePaid(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<undefined | Refusal> {
  if (row.paymentId === payment.id) return undefined;
  if (payment.amountCents < row.finalPriceCents) {
    const noted = (await listTimeline(tx, row.id)).at(-1)?.kind;
    if (noted !== 'payment_problem')
      await noteOnTimeline(ctx, tx, row, 'payment_problem', 'The amount paid is less than the price.');
    return undefined;
  }
  const before: OrderEventKind[] =
    row.status === 'cancelled' ? ['revived'] : row.status === 'draft' ? ['checkout_opened'] : [];
  const ready = await transitionThrough(ctx, tx, row, [...before, 'paid', 'ready_for_sample'], {
    actor: SYSTEM,
    change: {
      paidAt: ctx.platform.clock.now(),
      paymentId: payment.id,
      expiresAt: null,
      cancelledAt: null,
      cancelledBy: null,
    },
  });
  return isRefusal(ready) ? ready : undefined;
}

/** Writes each partial refund to the timeline, once. */
async function notePartRefunded(
  ctx: OrdersContext,
  tx: Tx,
  id: string,
  payment: PaymentRecord,
): Promise<undefined> {
  const { refundedCents, receivedCents, coversPrice } = payment;
  if (refundedCents === 0 || refundedCents >= receivedCents) return;
  const row = await lockOrder(tx, id);
  if (row?.paymentId !== payment.id) return;
  const sum = formatMoney(refundedCents);
  const note = coversPrice
    ? `${sum} more than the price had arrived and went back to you.`
    : `${sum} of your payment went back to you.`;
  const timeline = await listTimeline(tx, id);
  if (timeline.some((event) => event.kind === 'part_refunded' && event.note === note)) return;
  await noteOnTimeline(ctx, tx, row, 'part_refunded', note);
}
