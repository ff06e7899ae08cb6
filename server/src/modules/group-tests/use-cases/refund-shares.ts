import type { Tx } from '../../../platform/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import type { PaymentRecord } from '../../payments/payments.service.ts';
import type { GroupsContext } from '../group-tests.context.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { listLiveShares, updateShare } from '../shares.store.ts';
import { CLOSE_PAGE } from './close-share-page.ts';

/** Refunds every paid share of a group and drops the others; jobs close the pages that are open. */
export async function refundShares(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  reason: string,
  actorId: string | null,
): Promise<undefined | Refusal> {
  const now = ctx.platform.clock.now();
  for (const share of await listLiveShares(tx, row.id)) {
    const status = share.status === 'paid' ? 'refunded' : 'dropped';
    await updateShare(tx, share.id, { status, updatedAt: now });
    if (share.status === 'due') await ctx.platform.jobs.send(tx, CLOSE_PAGE, { shareId: share.id });
    for (const payment of await ctx.payments.paymentsFor({ kind: 'group_share', id: share.id }, tx)) {
      if (payment.receivedCents === 0) continue;
      const failed = await refundPayment(ctx, tx, payment, reason, actorId);
      if (failed) return failed;
    }
  }
  return undefined;
}

/** Refunds what is left of one payment. */
export async function refundPayment(
  { payments }: GroupsContext,
  tx: Tx,
  payment: PaymentRecord,
  reason: string,
  actorId: string | null,
): Promise<undefined | Refusal> {
  const refund = await payments.refund(tx, { paymentId: payment.id, amountCents: 'rest', reason, actorId });
  // wrong_state: nothing is left to refund, or the bank holds it.
  return isRefusal(refund) && refund.code !== 'wrong_state' ? refund : undefined;
}
