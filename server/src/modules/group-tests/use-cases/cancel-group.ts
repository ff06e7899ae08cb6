import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { cancelGroupOrder } from '../../orders/orders.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { moveGroup } from '../group-tests.transitions.ts';
import { listMembers } from '../members.store.ts';
import { denyCancelling, joinedOf, waitingVolunteers } from '../rules/permissions.ts';
import { listVolunteers } from '../volunteers.store.ts';
import { changeManagedGroup } from './change-group.ts';
import { refundShares } from './refund-shares.ts';

/** Cancels a group. Once the shares are fixed only an admin may. Refusals: `forbidden`, `own_order`, `group_locked`. */
export const cancelGroup = (ctx: GroupsContext, viewer: Viewer, id: string): Promise<GroupDetail | Refusal> =>
  changeManagedGroup(ctx, viewer, id, async (tx, row) => {
    const denial = denyCancelling(viewer, row);
    if (denial) return refuse(denial.code);
    if (row.requestId && row.state === 'testing') {
      // The order is cancelled, and that event ends the group.
      return cancelGroupOrder(ctx.orders, tx, row.requestId, viewer);
    }
    return endGroup(ctx, tx, row, viewer.id);
  });

/** Cancels a group in any state, and refunds all payments. */
export async function endGroup(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  actorId: string | null,
): Promise<undefined | Refusal> {
  const joined = joinedOf(await listMembers(tx, row.id)).map(({ userId }) => userId);
  const volunteers = waitingVolunteers(await listVolunteers(tx, row.id));
  const moved = await moveGroup(ctx, tx, row, 'cancelled', {
    actorId,
    recipients: [row.organizerId, ...joined, ...volunteers],
    change: { suspendedUntil: null, payBy: null },
  });
  if (isRefusal(moved)) return moved;
  await recordAudit(tx, {
    at: ctx.platform.clock.now(),
    actorId,
    action: 'group.cancelled',
    subject: { kind: 'group', id: row.id },
    detail: { from: row.state },
  });
  const staffId = actorId === row.organizerId ? null : actorId;
  await refundShares(ctx, tx, row, 'The group was cancelled', staffId);
  return undefined;
}
