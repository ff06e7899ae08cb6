import type { Tx } from '../../../platform/postgres/database.ts';
import { type PaymentRecord, returnRest } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { noteOnTimeline } from '../orders.transitions.ts';

/** One reason for all of them, since a refund that failed for the same reason is not retried automatically. */
const CANCELLED = 'The order was cancelled';

/** Refunds the received money, also an underpayment; refunds in progress and disputed money stay. */
export async function refundPayment(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<void> {
  const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
  const isReturned = await returnRest(ctx.payments, tx, { paymentId: payment.id, reason });
  // The refund of the order's own payment is noted when it succeeds.
  if (isReturned && row.paymentId !== payment.id)
    await noteOnTimeline(ctx, tx, row, 'payment_returned', null);
}
