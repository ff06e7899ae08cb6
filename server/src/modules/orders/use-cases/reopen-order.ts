import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { transition } from '../orders.transitions.ts';

/**
 * Gives an order back to the laboratory after its result was withdrawn. Lock the order before. Refusal: `wrong_state`.
 */
export function reopenOrder(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  staffId: string,
  reason: string,
): Promise<RequestRow | Refusal> {
  return transition(ctx, tx, row, 'result_retracted', {
    actor: { kind: 'staff', id: staffId },
    note: reason,
    change: { completedAt: null },
  });
}
