import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { type RefundRequest, requestRefund } from './request-refund.ts';

/** Refunds what is left of a payment. False if that is not possible, or if the same refund failed before. */
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
