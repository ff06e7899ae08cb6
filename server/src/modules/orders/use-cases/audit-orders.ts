import type { Tx } from '../../../platform/database.ts';
import type { OrdersContext } from '../orders.context.ts';
import { listOrdersAfter } from '../orders.store.ts';
import { contradiction } from '../rules/order-payments.ts';

const PAGE = 500;

/** Compares every order with its payments, for the ledger's check; what changed after `settledBefore` may still be on its way. */
export async function* auditOrders({ payments }: OrdersContext, tx: Tx, settledBefore: Date) {
  for (let after: string | undefined; ; ) {
    const rows = await listOrdersAfter(tx, after, PAGE);
    after = rows.at(-1)?.id;
    if (!after) return;
    // The group compares what its members paid itself.
    const orders = rows.filter(({ groupTestId }) => groupTestId === null);
    const all = await payments.paymentsOfMany(
      'order',
      orders.map(({ id }) => id),
      tx,
    );
    const ofOrder = Map.groupBy(all, ({ subject }) => subject.id);
    for (const order of orders) {
      const own = ofOrder.get(order.id) ?? [];
      const isFresh = [order, ...own].some(({ updatedAt }) => updatedAt > settledBefore);
      const detail = isFresh ? undefined : contradiction(order, own);
      if (detail) {
        const subject = { kind: 'order' as const, id: order.id };
        yield { kind: 'order_differs' as const, payment_id: order.paymentId, subject, detail };
      }
    }
  }
}
