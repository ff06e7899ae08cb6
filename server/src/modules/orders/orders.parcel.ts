import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { OrderMoves } from './orders.moves.ts';
import type { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

type Deps = { platform: Platform; store: ReturnType<typeof ordersStore>; moves: OrderMoves };

/** The parcel that a sample comes in. */
export function orderParcel({ platform, store, moves }: Deps) {
  return {
    /** Writes its tracking number, none for an empty one, and who said so. Refuses wrong_state unless the sample is awaited. */
    async track(
      tx: Tx,
      requestId: string,
      actorId: string,
      trackingNumber: string,
    ): Promise<RequestRow | Refusal> {
      const row = await store.findForUpdate(tx, requestId);
      if (row?.status !== 'awaiting_sample') return refuse('wrong_state');
      const [from, to] = [row.sampleTrackingNumber, trackingNumber || null];
      if (from === to) return row;
      await recordAudit(tx, {
        at: platform.clock.now(),
        actorId,
        action: 'request.tracking_changed',
        subject: { kind: 'request', id: requestId },
        detail: { tracking_number: { from, to } },
      });
      return moves.change(tx, requestId, { sampleTrackingNumber: to });
    },
  };
}
