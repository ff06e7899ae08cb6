import type { Tx } from '../../../platform/postgres/database.ts';
import { type PaymentRecord, returnRest } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { noteOnTimeline } from '../orders.transitions.ts';

/** One reason for all cancellations, because a failed refund with the same reason is not repeated by itself. */
const CANCELLED = 'The order was cancelled';

/** Refunds the money of a payment, except refunds in progress and disputed money. */
export async function refundPayment(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<void> {
  const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
  const isReturned = await returnRest(ctx.payments, tx, { paymentId: payment.id, reason });
  // The timeline gets the refund of the order's own payment when it succeeds.
  if (isReturned && row.paymentId !== payment.id)
    await noteOnTimeline(ctx, tx, row, 'payment_returned', null);
}
