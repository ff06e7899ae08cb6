import type { Tx } from '../../../platform/postgres/database.ts';
import { type PaymentRecord, returnRest } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { noteOnTimeline } from '../orders.transitions.ts';

/**
 * All cancellations use this one reason: a refund that failed is not retried automatically if its reason is the same.
 */
const CANCELLED = 'The order was cancelled';

/** Refunds the received money of a payment, also an underpayment. Refunds in progress and disputed money stay as they are. */
export async function refundPayment(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<void> {
  const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
  const isReturned = await returnRest(ctx.payments, tx, { paymentId: payment.id, reason });
  // When the refund of the order's own payment succeeds, the settlement writes it to the timeline.
  if (isReturned && row.paymentId !== payment.id)
    await noteOnTimeline(ctx, tx, row, 'payment_returned', null);
}
