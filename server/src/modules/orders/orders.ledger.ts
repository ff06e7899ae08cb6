import type { LedgerAudit } from '../ledger/ledger.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import { contradiction } from './ledger.rules.ts';
import { listRequestsAfter } from './ledger.store.ts';

const PAGE = 500;

/** Compares every order with its payments; what changed a moment ago may still be on its way. */
export function auditOrders(payments: Payments): LedgerAudit {
  return async function* (tx, settledBefore) {
    for (let after: string | undefined; ; ) {
      const requests = await listRequestsAfter(tx, after, PAGE);
      after = requests.at(-1)?.id;
      if (!after) return;
      // What a group paid for is the group's to answer for.
      const orders = requests.filter(({ groupTestId }) => groupTestId === null);
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
          yield { kind: 'order_differs', payment_id: order.paymentId, subject, detail };
        }
      }
    }
  };
}
