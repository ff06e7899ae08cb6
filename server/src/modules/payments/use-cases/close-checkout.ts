import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { withinTime } from '../adapters/deadline.ts';
import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '../adapters/provider.ts';
import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { refuseWhileMoneyIsHeld } from '../payments.queries.ts';
import { listPaymentsOfSubject } from '../payments.store.ts';
import type { PaymentRow } from '../payments.tables.ts';
import { applyProviderUpdate } from '../payments.transitions.ts';
import type { Subject } from '../rules/payment-facts.ts';
import { ourUpdate } from '../rules/provider-update.ts';
import { checkPayment } from './check-payment.ts';

/**
 * Closes whatever page is open for the subject; asks the provider, so never call it inside a transaction. 'already_paid'
 * when money came or is under way: it has then been settled, or will be, and `payment.settled` says so. Refuses
 * provider_unavailable, and request_in_progress while the provider works on the same page.
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
    // A provider that does not know the page (its keys have changed) holds things up until the page's time is over.
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    if (error instanceof ProviderBusy) return refuse('request_in_progress');
    log.warn({ err: error, subject }, 'the payment provider does not close a page');
    return refuse('provider_unavailable');
  }
  return db.transaction(async (tx) =>
    (await refuseWhileMoneyIsHeld(tx, await listPaymentsOfSubject(tx, subject))) ? 'already_paid' : 'closed',
  );
}

async function closePage(ctx: PaymentsContext, row: PaymentRow): Promise<void> {
  if (!row.providerSessionId) {
    await applyProviderUpdate(ctx, row.id, ourUpdate({ signals: [{ kind: 'expired' }] }));
    return;
  }
  await providerOf(ctx, row.provider).expire(row.providerSessionId);
  // What really became of it, paid or expired, is the provider's to say.
  await checkPayment(ctx, row.id);
}
