import type { Tx } from '../../../platform/database.ts';
import type { RegistrationsContext } from '../registrations.context.ts';
import { listWithdrawalsAfter } from '../registrations.store.ts';
import { contradiction, subjectOf } from '../rules/withdrawals.ts';

const PAGE = 500;

/** Compares every withdrawal with its payments, for the ledger's audit; what changed after `settledBefore` may be on its way still. */
export async function* auditWithdrawals(
  { orders, payments }: RegistrationsContext,
  tx: Tx,
  settledBefore: Date,
) {
  for (let after: string | undefined; ; ) {
    const rows = await listWithdrawalsAfter(tx, after, PAGE);
    after = rows.at(-1)?.id;
    if (!after) return;
    const ids = rows.map(({ id }) => id);
    const all = await payments.paymentsOfMany('withdrawal', ids, tx);
    const paymentsOf = Map.groupBy(all, ({ subject }) => subject.id);
    for (const row of rows) {
      const own = paymentsOf.get(row.id) ?? [];
      const request = await orders.select(row.requestId, tx);
      const isUnderWay = [row, request, ...own].some(({ updatedAt }) => updatedAt > settledBefore);
      const detail = isUnderWay ? undefined : contradiction(row, request, own);
      if (!detail) continue;
      yield {
        kind: 'withdrawal_differs' as const,
        payment_id: row.paymentId,
        subject: subjectOf(row.id),
        detail,
      };
    }
  }
}
