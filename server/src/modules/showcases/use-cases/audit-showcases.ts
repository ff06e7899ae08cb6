import type { Tx } from '../../../platform/database.ts';
import { contradiction } from '../rules/contradiction.ts';
import type { ShowcasesContext } from '../showcases.context.ts';
import { listAfter } from '../showcases.store.ts';
import { subjectOf } from '../showcases.transitions.ts';

const PAGE = 500;

/** Compares every week of display with its payments, for the ledger's audit; what changed after `settledBefore` may be on its way still. */
export async function* auditShowcases({ orders, payments }: ShowcasesContext, tx: Tx, settledBefore: Date) {
  for (let after: string | undefined; ; ) {
    const rows = await listAfter(tx, after, PAGE);
    after = rows.at(-1)?.id;
    if (!after) return;
    const ids = rows.map(({ id }) => id);
    const all = await payments.paymentsOfMany('showcase', ids, tx);
    const paymentsOf = Map.groupBy(all, ({ subject }) => subject.id);
    for (const row of rows) {
      const own = paymentsOf.get(row.id) ?? [];
      if ([row, ...own].some(({ updatedAt }) => updatedAt > settledBefore)) continue;
      const { taskNumber } = await orders.select(row.requestId, tx);
      const detail = contradiction(row, taskNumber, own);
      if (!detail) continue;
      yield {
        kind: 'showcase_differs' as const,
        payment_id: row.paymentId,
        subject: subjectOf(row.id),
        detail,
      };
    }
  }
}
