import type { Order } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeOrder, selectOwnOrder } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { lockOrder, updateOrder } from '../orders.store.ts';
import { noteOnTimeline } from '../orders.transitions.ts';

/**
 * Shows or hides the values of a private test for readers with number and key. Refusals: `not_found`, `forbidden` for
 * members of a group, `wrong_state`.
 */
export async function setDisclosure(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
  open: boolean,
): Promise<Order | Refusal> {
  const readable = await selectOwnOrder(ctx, viewer, id);
  if (isRefusal(readable)) return readable;
  const changed = await ctx.platform.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (row?.customerId !== viewer.id) return refuse('forbidden', 'The organizer decides this for a group.');
    if (row.paidAt === null || row.status === 'cancelled') return refuse('wrong_state');
    if (row.visibility === 'public')
      return refuse('wrong_state', 'Everybody sees the values of a public test.');
    if ((row.valuesOpenSince !== null) === open) return row;
    const now = ctx.platform.clock.now();
    const next = await updateOrder(tx, id, { valuesOpenSince: open ? now : null, updatedAt: now });
    const actor = { kind: 'customer' as const, id: viewer.id };
    await noteOnTimeline(ctx, tx, next, open ? 'values_opened' : 'values_closed', null, actor);
    return next;
  });
  return isRefusal(changed) ? changed : describeOrder(ctx, changed);
}
