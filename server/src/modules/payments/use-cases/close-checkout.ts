import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { withinTime } from '../adapters/deadline.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '../adapters/provider.ts';
import { type PaymentsContext, providerOf, sellerOf } from '../payments.context.ts';
import { refuseWhileMoneyIsHeld } from '../payments.queries.ts';
import { listPaymentsOfSubject } from '../payments.store.ts';
import type { PaymentRow } from '../payments.tables.ts';
import { applyProviderUpdate } from '../payments.transitions.ts';
import { Subject } from '../rules/payment-facts.ts';
import { ourUpdate } from '../rules/provider-update.ts';
import { checkPayment } from './check-payment.ts';

export const closeUnwantedPageJob = defineJob('payment.close-page', z.object({ subject: Subject }), {
  expireInSeconds: 60,
});

/**
 * Closes the open payment page of an order, a share or a week on the home page. Do not call it inside a transaction.
 * 'already_paid': money was received or is on its way. Refusals: `provider_unavailable`, `request_in_progress`.
 */
export async function closeCheckout(
  ctx: PaymentsContext,
  subject: Subject,
): Promise<'closed' | 'already_paid' | Refusal> {
  const { db, log } = ctx.platform;
  try {
    await withinTime(ctx.platform.config.providerTimeoutMs, async () => {
      for (const row of await listPaymentsOfSubject(db.orm, subject)) {
        if (row.status === 'pending') await closePage(ctx, row);
      }
    });
  } catch (error) {
    // After its API keys change, the provider answers with this error about an old page until the page expires.
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    if (error instanceof ProviderBusy) return refuse('request_in_progress');
    log.warn({ err: error, subject }, 'the payment provider does not close a page');
    return refuse('provider_unavailable');
  }
  return db.transaction(async (tx) =>
    (await refuseWhileMoneyIsHeld(tx, await listPaymentsOfSubject(tx, subject))) ? 'already_paid' : 'closed',
  );
}

/** Queues a job that closes the page, because no transaction may wait for a provider. */
export async function closeCheckoutSoon(
  { platform: { jobs } }: PaymentsContext,
  tx: Tx,
  subject: Subject,
): Promise<void> {
  await jobs.send(tx, closeUnwantedPageJob, { subject });
}

/** Closes the payment page of a sold item, unless a payment is wanted again. Throws if the provider does not answer. */
export async function closeUnwantedPage(ctx: PaymentsContext, subject: Subject): Promise<void> {
  const { refuseUnwanted } = sellerOf(ctx, subject.kind);
  if (!refuseUnwanted) throw new Error(`the seller of ${subject.kind} closes its pages itself`);
  if (!(await refuseUnwanted(subject.id))) return;
  const closed = await closeCheckout(ctx, subject);
  if (isRefusal(closed))
    throw new Error(`the page of ${subject.kind} ${subject.id} stays open: ${closed.code}`);
}

async function closePage(ctx: PaymentsContext, row: PaymentRow): Promise<void> {
  if (!row.providerSessionId) {
    await applyProviderUpdate(ctx, row.id, ourUpdate({ signals: [{ kind: 'expired' }] }));
    return;
  }
  await providerOf(ctx, row.provider).expire(row.providerSessionId);
  // The provider did not close the page, so the server asks for the state of the payment.
  await checkPayment(ctx, row.id);
}
