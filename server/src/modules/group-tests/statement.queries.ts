import type { GroupAccounts, GroupTest } from '@vialproof/contract/group-tests';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../platform/access.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { movementsOfGroup } from '../ledger/ledger.service.ts';
import { paymentRecordsOf } from '../payments/payments.service.ts';
import { presentStatement } from './group-tests.presenter.ts';
import { describeGroups, findNames, findSharePayments } from './group-tests.queries.ts';
import type { GroupsContext } from './group-tests.service.ts';
import { findGroup, listGroupsForStaff } from './group-tests.store.ts';
import { listMembers } from './members.store.ts';
import { payableFrom, UNRECEIVED_MS } from './rules/deadlines.ts';
import { hasPaidShare, isInside, isOrganizerOrMember } from './rules/permissions.ts';
import { listShares } from './shares.store.ts';

type GroupForStaff = {
  group: GroupTest;
  reason: 'nothing_received' | 'payout_owed';
  payable_from: string | null;
};

/** All shares, payments and refunds of a group, for its people and admins. Refusal: `forbidden`. */
export async function groupStatementOf(
  ctx: GroupsContext,
  viewer: Viewer,
  id: string,
  tx?: Tx,
): Promise<GroupAccounts | Refusal> {
  const db = tx ?? ctx.platform.db.orm;
  const row = isUuid(id) ? await findGroup(db, id) : undefined;
  if (!row) return refuse('not_found');
  const members = await listMembers(db, id);
  const shares = await listShares(db, id);
  if (!isInside(viewer, row, members) && !hasPaidShare(viewer, shares)) {
    return refuse('forbidden', 'The accounts of a group are for its members.');
  }
  const shareIds = shares.map((share) => share.id);
  return presentStatement(row, {
    viewerId: viewer.id,
    shares,
    paymentOf: (await findSharePayments(ctx, shareIds, tx)).paymentOf,
    movements: await movementsOfGroup(ctx.ledger, id, shareIds, tx),
    payableFrom: row.senderId ? await payableFromOf(ctx, id, tx) : null,
    personOf: await findNames(
      ctx,
      [...shares.flatMap(({ holderId }) => holderId ?? []), ...(row.senderId ? [row.senderId] : [])],
      tx,
    ),
  });
}

/** Whether a person organizes the group, is its member, or has paid a share of it. */
export async function isOwnGroup({ platform }: GroupsContext, viewer: Viewer, id: string): Promise<boolean> {
  const { orm } = platform.db;
  const row = await findGroup(orm, id);
  if (!row) return false;
  const shares = await listShares(orm, id);
  return isOrganizerOrMember(viewer, row, await listMembers(orm, id)) || hasPaidShare(viewer, shares);
}

/** The groups that wait for an admin. */
export async function readGroupsForStaff(ctx: GroupsContext): Promise<GroupForStaff[]> {
  const { db, clock } = ctx.platform;
  const rows = await listGroupsForStaff(db.orm, new Date(clock.now().getTime() - UNRECEIVED_MS));
  const shown = await describeGroups(ctx, rows);
  const waiting: GroupForStaff[] = [];
  for (const [place, row] of rows.entries()) {
    const group = shown[place];
    if (!group) continue;
    const from = row.receivedAt ? await payableFromOf(ctx, row.id) : null;
    const reason = row.receivedAt ? 'payout_owed' : 'nothing_received';
    waiting.push({ group, reason, payable_from: isoOf(from) });
  }
  return waiting;
}

/** From when an admin may pay the group's sender. Null: at any time. */
export async function payableFromOf(ctx: GroupsContext, groupId: string, tx?: Tx): Promise<Date | null> {
  const shares = await listShares(tx ?? ctx.platform.db.orm, groupId);
  const ids = shares.flatMap(({ paymentId }) => paymentId ?? []);
  return payableFrom(
    await paymentRecordsOf(ctx.payments, ids, tx),
    ctx.platform.config.groups.payoutWaitDays,
  );
}
