import type { Visibility } from '@vialproof/contract/primitives';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { wasPublished } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import type { RequestRow } from '../orders.tables.ts';
import { SYSTEM, transition } from '../orders.transitions.ts';

/**
 * Makes a paid order public or private, for the same price. Lock the order before. Refusals: `already_published`,
 * `wrong_state` for an unpaid order or the test of a group.
 */
export async function changeVisibility(
  ctx: OrdersContext,
  tx: Tx,
  row: RequestRow,
  visibility: Visibility,
  viewer?: Viewer,
): Promise<RequestRow | Refusal> {
  if (row.groupTestId)
    return refuse('wrong_state', 'The test of a group stays as private or public as the group.');
  if (row.visibility === visibility) return row;
  if (visibility === 'private' && (await wasPublished(ctx, tx, row))) return refuse('already_published');
  const actor = viewer ? { kind: 'customer' as const, id: viewer.id } : SYSTEM;
  const event = visibility === 'public' ? 'made_public' : 'made_private';
  return transition(ctx, tx, row, event, { actor, change: { visibility } });
}
