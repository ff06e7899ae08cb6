import type { WebhookEventDetail } from '@vialproof/contract/webhooks';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { ProviderUnavailable } from '../adapters/provider.ts';
import { webhookOf } from '../admin.queries.ts';
import { countReplay } from '../admin.store.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { settleEventAgain } from './settle-event.ts';

/**
 * An admin has an event processed again. It changes nothing if it was processed before. Refusal:
 * `provider_unavailable`.
 */
export async function replayEvent(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
): Promise<WebhookEventDetail | Refusal> {
  const { db, clock } = ctx.platform;
  const before = await webhookOf(ctx, id);
  if (isRefusal(before)) return before;
  await db.transaction(async (tx) => {
    await countReplay(tx, id);
    await recordAudit(tx, {
      at: clock.now(),
      actorId: viewer.id,
      action: 'webhook.replayed',
      subject: { kind: 'payment_event', id },
      detail: { provider: before.provider, type: before.type },
    });
  });
  try {
    await settleEventAgain(ctx, id);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('provider_unavailable');
    throw error;
  }
  return webhookOf(ctx, id);
}
