import type { LedgerAudit, Payments } from '../payments/payments.service.ts';
import { contradiction } from './ledger.rules.ts';
import { listOrdersAfter } from './ledger.store.ts';

const PAGE = 500;

/** Compares every order with its payments; what changed a moment ago may still be on its way. */
export function auditOrders(payments: Payments): LedgerAudit {
  return async (tx, settledBefore) => {
    const found: Awaited<ReturnType<LedgerAudit>> = [];
    for (let after: string | undefined; ; ) {
      const orders = await listOrdersAfter(tx, after, PAGE);
      after = orders.at(-1)?.id;
      if (!after) return found;
      const all = await payments.paymentsOfMany(
        'order',
        orders.map(({ id }) => id),
        tx,
      );
      const ofOrder = Map.groupBy(all, ({ subject }) => subject.id);
      for (const order of orders) {
        const own = ofOrder.get(order.id) ?? [];
        const isUnderWay = [order, ...own].some(({ updatedAt }) => updatedAt > settledBefore);
        const detail = isUnderWay ? undefined : contradiction(order, own);
        if (detail) {
          const subject = { kind: 'order' as const, id: order.id };
          found.push({ kind: 'order_differs', payment_id: order.paymentId, subject, detail });
        }
      }
    }
  };
}
