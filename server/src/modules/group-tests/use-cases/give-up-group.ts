import type { GroupsContext } from '../group-tests.service.ts';
import { moveGroup, withGroup } from '../group-tests.transitions.ts';
import { waitingVolunteers } from '../rules/permissions.ts';
import { listLiveShares } from '../shares.store.ts';
import { listVolunteers } from '../volunteers.store.ts';
import { refundShares } from './refund-shares.ts';

/** Ends a group in which nobody took a free share, and refunds all payments. */
export async function giveUpShortGroup(ctx: GroupsContext, groupId: string): Promise<void> {
  const refused = await withGroup(ctx, groupId, async (tx, row) => {
    const now = ctx.platform.clock.now();
    if (row.state !== 'short' || !row.suspendedUntil || row.suspendedUntil > now) return undefined;
    const live = await listLiveShares(tx, row.id);
    // A member took the share and has a day to pay, so the server decides later.
    if (!live.some(({ status }) => status === 'open')) return undefined;
    const volunteers = await listVolunteers(tx, row.id);
    const holders = live.flatMap(({ holderId }) => holderId ?? []);
    await refundShares(ctx, tx, row, 'The group was given up', null);
    return moveGroup(ctx, tx, row, 'given_up', {
      recipients: [row.organizerId, ...holders, ...waitingVolunteers(volunteers)],
      change: { suspendedUntil: null, payBy: null },
    });
  });
  if (refused) throw new Error(`group ${groupId} could not be ended: ${refused.code}`);
}
