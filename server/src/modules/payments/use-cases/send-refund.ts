import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { ProviderRefused, type RefundUpdate } from '../adapters/provider.ts';
import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { findPayment, findRefund } from '../payments.store.ts';
import { applyProviderUpdate } from '../payments.transitions.ts';
import { ourUpdate } from '../rules/provider-update.ts';

export const refundJob = defineJob('payment.refund', z.object({ refundId: z.string() }), {
  retryLimit: 4,
  expireInSeconds: 60,
});

/** Sends a refund to the provider. Its key keeps it from being paid twice. */
export async function sendRefund(ctx: PaymentsContext, refundId: string): Promise<void> {
  const { db } = ctx.platform;
  const refund = await findRefund(db.orm, refundId);
  if (refund?.status !== 'requested') return;
  const row = await findPayment(db.orm, refund.paymentId);
  if (!row?.providerPaymentId) return;
  let update: RefundUpdate;
  try {
    update = await providerOf(ctx, row.provider).refund({
      refundId,
      paymentId: row.id,
      providerPaymentId: row.providerPaymentId,
      amountCents: refund.amountCents,
      currency: row.receivedCurrency ?? row.currency,
      reason: refund.reason,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    update = {
      providerRefundId: null,
      refundId,
      amountCents: refund.amountCents,
      status: 'failed',
      failureReason: error.message,
    };
  }
  await applyProviderUpdate(ctx, row.id, ourUpdate({ refunds: [{ ...update, refundId }] }));
}
