import type { Order } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeOrder, findOwnOrder } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { changeOrder } from '../orders.transitions.ts';

/** Stores the owner's tracking number. Refusals: `not_found`, `wrong_state`. */
export async function putOwnTracking(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
  trackingNumber: string,
): Promise<Order | Refusal> {
  const own = await findOwnOrder(ctx, viewer, id);
  if (isRefusal(own)) return own;
  const row = await ctx.platform.db.transaction((tx) =>
    putOrderTracking(ctx, tx, id, viewer.id, trackingNumber),
  );
  return isRefusal(row) ? row : describeOrder(ctx, row);
}

/** Stores a tracking number and who typed it. An empty number removes it. Refusal: `wrong_state`. */
export async function putOrderTracking(
  ctx: OrdersContext,
  tx: Tx,
  requestId: string,
  actorId: string,
  trackingNumber: string,
): Promise<RequestRow | Refusal> {
  const row = await lockOrder(tx, requestId);
  if (row?.status !== 'awaiting_sample') return refuse('wrong_state');
  const [from, to] = [row.sampleTrackingNumber, trackingNumber || null];
  if (from === to) return row;
  await recordAudit(tx, {
    at: ctx.platform.clock.now(),
    actorId,
    action: 'request.tracking_changed',
    subject: { kind: 'request', id: requestId },
    detail: { tracking_number: { from, to } },
  });
  return changeOrder(ctx, tx, requestId, { sampleTrackingNumber: to });
}
