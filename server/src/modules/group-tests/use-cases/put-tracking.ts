import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { putOrderTracking } from '../../orders/orders.service.ts';
import { senderOf } from '../group-tests.queries.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { denyTracking } from '../rules/permissions.ts';
import { changeGroup } from './change-group.ts';

/** Stores the tracking number. Possible until the vial has arrived. */
export const putGroupTracking = (
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  trackingNumber: string,
): Promise<GroupDetail | Refusal> =>
  changeGroup(ctx, viewer, id, async (tx, row) => {
    const denied = denyTracking(viewer.id, row, await senderOf(tx, row));
    if (denied) return refuse(denied.code, denied.detail);
    if (!row.requestId) return refuse('wrong_state');
    return putOrderTracking(ctx.orders, tx, row.requestId, viewer.id, trackingNumber);
  });
