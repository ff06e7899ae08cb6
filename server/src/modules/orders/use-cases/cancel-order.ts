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

/** Cancels an order before the laboratory has the sample: closes its payment page, then refunds its money. */
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
    // The payment page closes first, so that nobody pays for a cancelled order.
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
    // The order is cancelled even if nothing can be refunded.
    for (const payment of await paymentsFor(ctx.payments, subjectOf(id), tx)) {
      if (payment.receivedCents > 0) await refundPayment(ctx, tx, moved, payment);
    }
    return moved;
  });
  if (isRefusal(cancelled)) return cancelled;
  // A page may have opened meanwhile. A payment on it is refunded.
  if (isUnpaid) await closeCheckout(ctx.payments, subjectOf(id));
  return describeOrder(ctx, cancelled);
}

/** Cancels the order of a group, which refunds its members. */
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
