import type { Tx } from '../../../platform/postgres/database.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { recordEvent } from '../group-tests.transitions.ts';
import { updateMember } from '../members.store.ts';

/** Removes a member. Possible as long as the shares are not fixed. */
export async function leaveGroup(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  userId: string,
): Promise<undefined> {
  const now = ctx.platform.clock.now();
  await updateMember(tx, row.id, userId, { state: 'left', leftAt: now, agreedCents: null });
  const left = await updateGroup(tx, row.id, { joinedCount: row.joinedCount - 1, updatedAt: now });
  await recordEvent(ctx, tx, left, 'left', { actorId: userId });
}
