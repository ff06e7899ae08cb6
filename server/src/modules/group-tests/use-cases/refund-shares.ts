import type { Tx } from '../../../platform/postgres/database.ts';
import { closeCheckoutSoon, paymentsFor, returnRest } from '../../payments/payments.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { listLiveShares, updateShare } from '../shares.store.ts';

/** Refunds every paid share and ends the unpaid shares. Jobs close their payment pages. */
export async function refundShares(
  { payments, platform }: GroupsContext,
  tx: Tx,
  row: GroupRow,
  reason: string,
  actorId: string | null,
): Promise<void> {
  const now = platform.clock.now();
  for (const share of await listLiveShares(tx, row.id)) {
    const subject = { kind: 'group_share' as const, id: share.id };
    const status = share.status === 'paid' ? 'refunded' : 'dropped';
    await updateShare(tx, share.id, { status, updatedAt: now });
    if (share.status === 'due') await closeCheckoutSoon(payments, tx, subject);
    for (const payment of await paymentsFor(payments, subject, tx)) {
      if (payment.receivedCents > 0)
        await returnRest(payments, tx, { paymentId: payment.id, reason, actorId });
    }
  }
}
