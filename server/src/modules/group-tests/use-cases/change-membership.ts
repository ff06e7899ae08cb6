import type { GroupDetail, JoinBody } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../../platform/access.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { findMembershipSnapshot } from '../group-tests.store.ts';
import type { GroupRow } from '../group-tests.tables.ts';
import { findMember } from '../members.store.ts';
import { denyMembership, precheckMembership, shareFacts } from '../rules/permissions.ts';
import { listLiveShares } from '../shares.store.ts';
import { agreeToGap } from './agree-to-gap.ts';
import { changeGroup } from './change-group.ts';
import { joinGroup } from './join-group.ts';
import { leaveGroup } from './leave-group.ts';
import { takeShare } from './take-share.ts';

/**
 * Joins or leaves a group, or agrees to pay more. `amount_cents`: the price that the page showed. If it is higher now:
 * `price_changed`. Other refusals: `already_joined`, `not_a_member`, `group_full`, `group_locked`, `no_gap`.
 */
export async function changeMembership(
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  body: JoinBody,
): Promise<GroupDetail | Refusal> {
  const { clock, db } = ctx.platform;
  const snapshot = isUuid(id) ? await findMembershipSnapshot(db.pool, id, viewer.id) : undefined;
  if (!snapshot) return refuse('not_found');
  const denial = precheckMembership(snapshot, body.action, clock.now());
  if (denial) return refuse(denial.code, denial.detail);
  return changeGroup(ctx, viewer, id, (tx, row) => changeLocked(ctx, tx, row, viewer.id, body));
}

/** Makes the change while the group's row is locked. */
async function changeLocked(
  ctx: GroupsContext,
  tx: Tx,
  row: GroupRow,
  userId: string,
  { action, amount_cents: shownCents }: JoinBody,
): Promise<undefined | GroupRow | Refusal> {
  const member = await findMember(tx, row.id, userId);
  const isIn = member?.state === 'joined';
  const shares = row.state === 'short' ? await listLiveShares(tx, row.id) : [];
  const denial = denyMembership(action, { ...row, isIn, shares: shareFacts(userId, shares) });
  if (denial) return refuse(denial.code, denial.detail);
  const open = shares.find(({ status }) => status === 'open');
  if (open) return takeShare(ctx, tx, row, { open, userId, isIn, shownCents });
  if (action === 'join') return joinGroup(ctx, tx, row, userId);
  if (action === 'agree') return agreeToGap(ctx, tx, row, userId, shownCents);
  return leaveGroup(ctx, tx, row, userId);
}
