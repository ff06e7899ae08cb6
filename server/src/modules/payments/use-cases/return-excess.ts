import type { PaymentsContext } from '../payments.context.ts';
import { lockPayment, readFacts } from '../payments.store.ts';
import { excessCents } from '../rules/refundable.ts';
import { requestRefund } from './request-refund.ts';

/** Refunds the money above the price, once. */
export async function returnExcess(ctx: PaymentsContext, paymentId: string): Promise<void> {
  await ctx.platform.db.transaction(async (tx) => {
    const row = await lockPayment(tx, paymentId);
    const amountCents = excessCents(await readFacts(tx, row));
    if (amountCents === 0) return undefined;
    const reason = 'More was paid than was due';
    return requestRefund(ctx, tx, { paymentId, amountCents, reason, actorId: null });
  });
}
