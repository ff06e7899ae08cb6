import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { findGroup } from '../group-tests.store.ts';
import { recordEvent } from '../group-tests.transitions.ts';
import { listMembers } from '../members.store.ts';
import { joinedOf } from '../rules/permissions.ts';
import { changeGroup, refuseManaging } from './change-group.ts';

const MESSAGES = { points: 10, seconds: 86_400 };

/** Sends the organizer's message to the members. Refusals: `forbidden`, `own_order`, `rate_limited`. */
export async function postGroupMessage(
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<GroupDetail | Refusal> {
  const { db, limits } = ctx.platform;
  const known = isUuid(id) ? await findGroup(db.orm, id) : undefined;
  if (!known) return refuse('not_found');
  const refused =
    (await refuseManaging(db.orm, viewer, known)) ??
    (await limits.take('group-message', viewer.id, MESSAGES));
  if (refused) return refused;
  return changeGroup(ctx, viewer, id, async (tx, row) => {
    const members = joinedOf(await listMembers(tx, id)).map(({ userId }) => userId);
    const recipients = members.filter((userId) => userId !== viewer.id);
    await recordEvent(ctx, tx, row, 'message', { actorId: viewer.id, text, recipients });
  });
}
