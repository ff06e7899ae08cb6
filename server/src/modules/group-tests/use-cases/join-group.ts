import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { updateGroup } from '../group-tests.store.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { divisionOf, lockShares, recordEvent } from '../group-tests.transitions.ts';
import { seatMember } from '../members.store.ts';
import { isFull } from '../rules/states.ts';

/** Adds a member. If the group is full now, its shares are fixed. */
export async function joinGroup(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  userId: string,
): Promise<undefined | GroupRow | Refusal> {
  const now = ctx.platform.clock.now();
  await seatMember(tx, row.id, userId, now);
  const joined = await updateGroup(tx, row.id, { joinedCount: row.joinedCount + 1, updatedAt: now });
  await recordEvent(ctx, tx, joined, 'joined', { actorId: userId });
  const isFilled = joined.state === 'gap' && joined.joinedCount >= joined.minSeats;
  if (!isFull(joined) && !isFilled) return undefined;
  return lockShares(ctx, tx, joined, await divisionOf(tx, joined, false), null);
}
