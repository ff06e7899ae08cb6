import type { Tx } from '../../../platform/postgres/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { closeCheckout, paymentsFor } from '../../payments/payments.service.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import type { GroupRow, ShareRow } from '../group-tests.tables.ts';
import { addShares, moveGroup, withGroup } from '../group-tests.transitions.ts';
import { listMembers, updateMember } from '../members.store.ts';
import { SUSPENDED_MS } from '../rules/deadlines.ts';
import { joinedOf } from '../rules/permissions.ts';
import { isLive, newShare } from '../rules/shares.ts';
import { findShare, listOverdueShares, listShares, updateShare } from '../shares.store.ts';
import { settleShare } from './settle-share.ts';

/**
 * Takes shares from members who did not pay in time, unless money is on its way. After a failure with one share, the
 * other shares are still processed.
 */
export async function dropOverdueShares(ctx: GroupsContext): Promise<void> {
  const { db, clock, log } = ctx.platform;
  for (const share of await listOverdueShares(db.orm, clock.now())) {
    try {
      await dropOverdue(ctx, share);
    } catch (error) {
      log.error({ err: error, shareId: share.id }, 'an unpaid share could not be dropped');
    }
  }
}

/** Takes one unpaid share from its member, after asking the payment provider. */
async function dropOverdue(ctx: GroupsContext, overdue: ShareRow): Promise<void> {
  const subject = { kind: 'group_share' as const, id: overdue.id };
  const tries = await paymentsFor(ctx.payments, subject);
  // The money is on its way or waits for an admin, so the share is not late.
  if (tries.some(({ holdsMoney }) => holdsMoney)) return;
  // After a refund, the member has one day to pay again.
  const sentBack = tries.find(({ receivedCents }) => receivedCents > 0);
  if (sentBack) await settleShare(ctx, sentBack.id);
  if ((await closeCheckout(ctx.payments, subject)) !== 'closed') return;
  const refused = await withGroup(ctx, overdue.groupId, async (tx, row) => {
    const share = await findShare(tx, overdue.id);
    const isOverdue =
      share?.status === 'due' && share.payBy !== null && share.payBy <= ctx.platform.clock.now();
    return share && isOverdue ? drop(ctx, tx, row, share) : undefined;
  });
  if (refused) throw new Error(`share ${overdue.id} could not be dropped: ${refused.code}`);
}

/** Takes a share from a member who did not pay. Another person may take it. */
async function drop(ctx: GroupsContext, tx: Tx, row: GroupRow, share: ShareRow): Promise<GroupRow | Refusal> {
  const now = ctx.platform.clock.now();
  const { groupId, seat, amountCents } = share;
  await updateShare(tx, share.id, { status: 'dropped', updatedAt: now });
  await addShares(ctx, tx, [newShare({ groupId, seat, holderId: null, amountCents, payBy: null, now })]);
  let joinedCount = row.joinedCount;
  if (share.holderId && !(await isStillIn(tx, groupId, share.holderId))) {
    await updateMember(tx, groupId, share.holderId, { state: 'left', leftAt: now });
    joinedCount -= 1;
  }
  const members = joinedOf(await listMembers(tx, groupId));
  const suspendedUntil = row.suspendedUntil ?? new Date((share.payBy ?? now).getTime() + SUSPENDED_MS);
  return moveGroup(ctx, tx, row, 'share_dropped', {
    actorId: share.holderId,
    recipients: [
      ...(share.holderId ? [share.holderId] : []),
      ...members.map(({ userId }) => userId),
      row.organizerId,
    ],
    change: { joinedCount, suspendedUntil },
  });
}

/** Whether a person still has a share that is open, due or paid. */
async function isStillIn(tx: Tx, groupId: string, userId: string): Promise<boolean> {
  const shares = await listShares(tx, groupId);
  return shares.some((share) => isLive(share) && share.holderId === userId);
}
