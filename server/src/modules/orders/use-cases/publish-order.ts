import type { Order } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeOrder, findOwnOrder } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { lockOrder } from '../orders.store.ts';
import { changeVisibility } from './change-visibility.ts';

/** Makes a completed private test public. This cannot be undone. Refusal: `wrong_state`. */
export async function publishOrder(ctx: OrdersContext, viewer: Viewer, id: string): Promise<Order | Refusal> {
  const own = await findOwnOrder(ctx, viewer, id);
  if (isRefusal(own)) return own;
  const published = await ctx.platform.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (row?.status !== 'complete') return refuse('wrong_state', 'Only a completed test can be made public.');
    if (row.visibility === 'public') return refuse('wrong_state', 'This test is public already.');
    return changeVisibility(ctx, tx, row, 'public', viewer);
  });
  return isRefusal(published) ? published : describeOrder(ctx, published);
}
