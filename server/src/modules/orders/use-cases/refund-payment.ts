import type { Tx } from '../../../platform/postgres/database.ts';
import { type PaymentRecord, returnRest } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { noteOnTimeline } from '../orders.transitions.ts';

/**
 * All refunds after a cancellation have this reason, because a refund that failed is only repeated for another reason.
 */
const CANCELLED = 'The order was cancelled';

/** Refunds the money of a payment. Refunds on their way and disputed money stay as they are. */
export async function refundPayment(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  payment: PaymentRecord,
): Promise<void> {
  const reason = row.status === 'cancelled' ? CANCELLED : 'The order had been paid already';
  const isReturned = await returnRest(ctx.payments, tx, { paymentId: payment.id, reason });
  // The timeline shows the refund when it succeeds, but only for the payment that paid the order.
  if (isReturned && row.paymentId !== payment.id)
    await noteOnTimeline(ctx, tx, row, 'payment_returned', null);
}
