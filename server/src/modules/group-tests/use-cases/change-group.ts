import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findGroupDetail } from '../group-tests.queries.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { withGroup } from '../group-tests.transitions.ts';
import { listMembers } from '../members.store.ts';
import { denyManaging } from '../rules/permissions.ts';
import { listVolunteers } from '../volunteers.store.ts';

type Change = (tx: Tx, row: GroupRow) => Promise<unknown>;

/** Changes a group. Returns it as the person sees it. Refusal: `not_found`. */
export async function changeGroup(
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  work: Change,
): Promise<GroupDetail | Refusal> {
  if (!isUuid(id)) return refuse('not_found');
  const refused = await withGroup(ctx, id, work);
  // Only a few people at a time read the group, so that a crowd does not block other readers.
  return refused ?? ctx.readMutex(id, () => findGroupDetail(ctx, id, viewer));
}

/** As `changeGroup`, for people who manage the group. */
export const changeManagedGroup = (
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  work: Change,
): Promise<GroupDetail | Refusal> =>
  changeGroup(ctx, viewer, id, async (tx, row) => (await refuseManaging(tx, viewer, row)) ?? work(tx, row));

/** Refuses everybody but the organizer, and admins who are not in the group: `forbidden`, `own_order`. */
export async function refuseManaging(
  db: Queryable,
  viewer: Viewer,
  row: GroupRow,
): Promise<undefined | Refusal> {
  const isStranger = viewer.role === 'admin' && viewer.id !== row.organizerId;
  const members = isStranger ? await listMembers(db, row.id) : [];
  const volunteers = isStranger ? await listVolunteers(db, row.id) : [];
  const denial = denyManaging(viewer, row, members, volunteers);
  return denial && refuse(denial.code, denial.detail);
}
