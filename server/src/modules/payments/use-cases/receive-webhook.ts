import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { HeaderReader } from '../adapters/provider.ts';
import { insertEvent } from '../events.store.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { settleEventJob } from './settle-event.ts';

/**
 * Checks the signature of a provider's event, and stores it with a job. A known event is ignored. Refusal:
 * `webhook_signature`.
 */
export async function receiveWebhook(
  { platform: { db, jobs, clock }, providers }: PaymentsContext,
  provider: PaymentMethod,
  rawBody: Uint8Array,
  headers: HeaderReader,
): Promise<'stored' | 'duplicate' | Refusal> {
  const now = clock.now();
  const event = providers[provider]?.verifyWebhook(rawBody, headers, now);
  if (!event) return refuse('webhook_signature');
  const id = randomUUID();
  return db.transaction(async (tx) => {
    const isNew = await insertEvent(tx, {
      id,
      provider,
      providerEventId: event.id,
      type: event.type,
      payload: Buffer.from(rawBody).toString('utf8'),
      receivedAt: now,
    });
    if (isNew) await jobs.send(tx, settleEventJob, { eventId: id }, { singletonKey: id });
    return isNew ? 'stored' : 'duplicate';
  });
}
