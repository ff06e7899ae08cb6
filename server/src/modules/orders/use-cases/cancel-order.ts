import type { Order } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { closeCheckout, paymentsFor } from '../../payments/payments.service.ts';
import { describeOrder, findOwnOrder } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { transition } from '../orders.transitions.ts';
import { isCancellable, isOpenForChange } from '../rules/lifecycle.ts';
import { subjectOf } from '../rules/order-payments.ts';
import { refundPayment } from './refund-payment.ts';

/** Cancels an order whose sample is not received yet. It closes the open payment page first, then refunds the money. */
export async function cancelOwnOrder(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
): Promise<Order | Refusal> {
  const { clock, db } = ctx.platform;
  const before = await findOwnOrder(ctx, viewer, id);
  if (isRefusal(before)) return before;
  if (before.groupTestId) return refuse('order_locked', 'Only an admin can cancel the test of a group.');
  if (!isCancellable(before.status)) return refuse('order_locked');
  const isUnpaid = isOpenForChange(before.status);
  if (isUnpaid) {
    // 'already_paid' needs no code here: when the payment is settled, the order is cancelled and the payment is
    // refunded.
    const closed = await closeCheckout(ctx.payments, subjectOf(id));
    if (isRefusal(closed)) return closed;
  }
  const cancelled = await db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (!row || !isCancellable(row.status)) return refuse('order_locked');
    const moved = await transition(ctx, tx, row, 'cancelled', {
      actor: { kind: 'customer', id: viewer.id },
      change: { cancelledAt: clock.now(), cancelledBy: 'customer', expiresAt: null },
    });
    if (isRefusal(moved)) return moved;
    // The refund may be impossible because nothing is left or the payment is disputed. The order is cancelled all the
    // same.
    for (const payment of await paymentsFor(ctx.payments, subjectOf(id), tx)) {
      if (payment.receivedCents > 0) await refundPayment(ctx, tx, moved, payment);
    }
    return moved;
  });
  if (isRefusal(cancelled)) return cancelled;
  // A page may have been opened between the two steps. If it cannot be closed, a payment on it is refunded
  // automatically.
  if (isUnpaid) await closeCheckout(ctx.payments, subjectOf(id));
  return describeOrder(ctx, cancelled);
}

/** Cancels the order of a group before the laboratory receives the sample. The group refunds its members. */
export async function cancelGroupOrder(
  ctx: OrdersContext,
  tx: Tx,
  requestId: string,
  staff: Viewer,
): Promise<RequestRow | Refusal> {
  const row = await lockOrder(tx, requestId);
  if (!row) return refuse('not_found');
  return transition(ctx, tx, row, 'cancelled', {
    actor: { kind: 'staff', id: staff.id },
    change: { cancelledAt: ctx.platform.clock.now(), cancelledBy: 'staff' },
  });
}
