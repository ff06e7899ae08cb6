import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { transition } from '../orders.transitions.ts';

/**
 * Completes an order when its result is published. If it is already complete, this is a correction with `reason`. Lock
 * the order before. Refusal: `wrong_state`.
 */
export async function completeOrder(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  staffId: string,
  reason: string | null,
): Promise<RequestRow | Refusal> {
  const actor = { kind: 'staff' as const, id: staffId };
  if (row.status === 'complete') return transition(ctx, tx, row, 'result_amended', { actor, note: reason });
  const change = { completedAt: ctx.platform.clock.now() };
  return transition(ctx, tx, row, 'completed', { actor, change });
}
