import type { Tx } from '../../../platform/database.ts';
import type { GroupsContext } from '../group-tests.context.ts';
import { contradiction } from '../rules/shares.ts';
import { listSharesAfter } from '../shares.store.ts';

const PAGE = 500;

/** Compares every share with its payments, for the ledger's audit; what changed after `settledBefore` may be on its way still. */
export async function* auditShares({ payments }: GroupsContext, tx: Tx, settledBefore: Date) {
  for (let after: string | undefined; ; ) {
    const shares = await listSharesAfter(tx, after, PAGE);
    after = shares.at(-1)?.id;
    if (!after) return;
    const ids = shares.map(({ id }) => id);
    const paymentsOf = Map.groupBy(
      await payments.paymentsOfMany('group_share', ids, tx),
      ({ subject }) => subject.id,
    );
    for (const share of shares) {
      const own = paymentsOf.get(share.id) ?? [];
      const isUnderWay = [share, ...own].some(({ updatedAt }) => updatedAt > settledBefore);
      const detail = isUnderWay ? undefined : contradiction(share, own);
      if (!detail) continue;
      const subject = { kind: 'group_share' as const, id: share.id };
      yield { kind: 'share_differs' as const, payment_id: share.paymentId, subject, detail };
    }
  }
}
