import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { type RefundRequest, requestRefund } from './request-refund.ts';

/** Refunds the rest of a payment. False if nothing is left, the bank holds the money, or a refund with the same reason failed. */
export async function returnRest(
  ctx: PaymentsContext,
  tx: Tx,
  {
    paymentId,
    reason,
    actorId = null,
  }: Omit<RefundRequest, 'amountCents' | 'actorId'> & { actorId?: string | null },
): Promise<boolean> {
  const refund = await requestRefund(ctx, tx, { paymentId, amountCents: 'rest', reason, actorId });
  if (!isRefusal(refund)) return true;
  if (refund.code === 'wrong_state') return false;
  throw new Error(`payment ${paymentId} could not be refunded: ${refund.code}`);
}
