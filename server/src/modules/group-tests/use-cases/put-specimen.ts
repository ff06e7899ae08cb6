import type { GroupDetail, Specimen } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { putGroupSpecimen } from '../../orders/orders.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { denySpecimen } from '../rules/permissions.ts';
import { changeGroup } from './change-group.ts';

/** Stores what the organizer says about the vial. Staff may never write it. */
export const putSpecimen = (
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  specimen: Specimen,
): Promise<GroupDetail | Refusal> =>
  changeGroup(ctx, viewer, id, async (tx, row) => {
    const denied = denySpecimen(viewer.id, row);
    if (denied) return refuse(denied.code, denied.detail);
    if (!row.requestId || row.receivedAt) return refuse('wrong_state');
    return putGroupSpecimen(ctx.orders, tx, row.requestId, specimen);
  });
