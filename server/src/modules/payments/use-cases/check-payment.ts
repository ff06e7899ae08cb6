import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { ProviderRefused, ProviderUnavailable } from '../adapters/provider.ts';
import { detailOf } from '../admin.queries.ts';
import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { findPayment, updatePayment } from '../payments.store.ts';
import { applyProviderUpdate } from '../payments.transitions.ts';
import { ourUpdate } from '../rules/provider-update.ts';

export const checkPaymentJob = defineJob('payment.check', z.object({ paymentId: z.string() }), {
  retryLimit: 2,
  concurrency: 2,
});

const ASKED_AGAIN = { points: 1, seconds: 10 };

/** Asks the provider about a payment and applies the answer. Closes an expired page. Throws ProviderUnavailable. */
export async function checkPayment(ctx: PaymentsContext, paymentId: string): Promise<void> {
  const { db, clock, log } = ctx.platform;
  const row = await findPayment(db.orm, paymentId);
  if (!row) return;
  const now = clock.now();
  // The time of the try is stored first, so that other payments come before this one next time.
  await updatePayment(db.orm, row.id, { checkedAt: now });
  const isOver = row.expiresAt <= now;
  const expired = ourUpdate({ signals: [{ kind: 'expired' }] });
  if (!row.providerSessionId) {
    // The address of this page was never sent to anybody.
    if (isOver) await applyProviderUpdate(ctx, row.id, expired);
    return;
  }
  const provider = providerOf(ctx, row.provider);
  try {
    if (isOver && row.status === 'pending') await provider.expire(row.providerSessionId);
    const snapshot = await provider.retrieve(row.providerSessionId);
    await applyProviderUpdate(ctx, row.id, snapshot.update);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // After the API keys change, the provider does not know the old page. Money paid there is still recorded.
    log.warn({ err: error, paymentId }, 'the payment provider has no answer about a payment');
    if (isOver) await applyProviderUpdate(ctx, row.id, expired);
  }
}

/**
 * Queues a question to the provider while the payer waits, at most every ten seconds. Crypto that is on its way can be
 * found only by asking.
 */
export async function checkPaymentSoon(
  { platform: { db, jobs, limits } }: PaymentsContext,
  paymentId: string,
): Promise<void> {
  const refused = await limits.take('payment-ask', paymentId, ASKED_AGAIN);
  if (!refused) await jobs.send(db.orm, checkPaymentJob, { paymentId });
}

/** Asks the provider about a payment, for an admin. Refusal: `provider_unavailable`. */
export async function checkPaymentForAdmin(
  ctx: PaymentsContext,
  id: string,
): Promise<StaffPaymentDetail | Refusal> {
  const before = await detailOf(ctx, id);
  if (isRefusal(before)) return before;
  try {
    await checkPayment(ctx, id);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('provider_unavailable');
    throw error;
  }
  return detailOf(ctx, id);
}
