import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import type { GroupsContext } from './group-tests.service.ts';
import { findGroup, listOrganizedGroups } from './group-tests.store.ts';
import { lockGroupRow, recordEvent, recordOrganizerSends } from './group-tests.transitions.ts';
import { findMember, listMemberships } from './members.store.ts';
import { awaitsVial, type GroupState, isUnlocked } from './rules/states.ts';
import { listSharesOf } from './shares.store.ts';
import { endGroup } from './use-cases/cancel-group.ts';
import { leaveGroup } from './use-cases/leave-group.ts';
import { forgetVolunteer, listGroupsSentBy } from './volunteers.store.ts';

const LOCKED: GroupState[] = ['collecting', 'short', 'testing'];

/**
 * A person who must pay or has paid a share cannot delete the account. Otherwise the person leaves all groups, and
 * groups that the person organizes end.
 */
export function groupsPrivacy(ctx: GroupsContext): PrivacyPart {
  return {
    name: 'group_tests',
    stays: 'Group tests that you paid for, with “Former member” in the place of your name.',
    export: (userId) => exportPerson(ctx, userId),
    blocksDeletion: async (userId) =>
      (await titlesOfLocked(ctx, userId)).map((title) => `The group “${title}” is locked and not over yet.`),
    erase: (tx, userId) => erasePerson(ctx, tx, userId),
  };
}

async function exportPerson({ platform }: GroupsContext, userId: string) {
  const { orm } = platform.db;
  const [memberships, shares, organized] = await Promise.all([
    listMemberships(orm, userId),
    listSharesOf(orm, userId),
    listOrganizedGroups(orm, userId),
  ]);
  return {
    organized: organized.map(({ id, title, state, createdAt }) => ({ id, title, state, createdAt })),
    memberships: memberships.map(({ groupId, state, joinedAt, leftAt }) => ({
      group_id: groupId,
      state,
      joined_at: joinedAt,
      left_at: leftAt,
    })),
    shares: shares.map(({ groupId, amountCents, status }) => ({
      group_id: groupId,
      amount_cents: amountCents,
      status,
    })),
  };
}

async function titlesOfLocked({ platform }: GroupsContext, userId: string): Promise<string[]> {
  const { orm } = platform.db;
  const held = (await listSharesOf(orm, userId)).filter(
    ({ status }) => status === 'due' || status === 'paid',
  );
  const organized = await listOrganizedGroups(orm, userId);
  const rows = [...organized, ...(await Promise.all(held.map(({ groupId }) => findGroup(orm, groupId))))];
  const locked = rows.flatMap((row) => (row && LOCKED.includes(row.state) ? row.title : []));
  return [...new Set(locked)];
}

async function erasePerson(ctx: GroupsContext, tx: Tx, userId: string): Promise<void> {
  const ids = new Set<string>();
  for (const { groupId, state } of await listMemberships(tx, userId)) {
    if (state === 'joined') ids.add(groupId);
  }
  for (const { id } of await listOrganizedGroups(tx, userId)) ids.add(id);
  for (const id of [...ids].sort()) await leaveOrEnd(ctx, tx, id, userId);
  const sentBy = await listGroupsSentBy(tx, userId);
  await forgetVolunteer(tx, userId);
  for (const id of sentBy) await passOnVial(ctx, tx, id, userId);
}

async function leaveOrEnd(ctx: GroupsContext, tx: Tx, groupId: string, userId: string): Promise<void> {
  const row = await lockGroupRow(ctx, tx, groupId);
  if (!row || !isUnlocked(row.state)) return;
  const member = await findMember(tx, groupId, userId);
  if (member?.state === 'joined') await leaveGroup(ctx, tx, row, userId);
  // Reads again, because leaving changes the number of members.
  const now = row.organizerId === userId ? await lockGroupRow(ctx, tx, groupId) : undefined;
  const ended = now && isUnlocked(now.state) ? await endGroup(ctx, tx, now, null) : undefined;
  if (isRefusal(ended)) throw new Error(`group ${groupId} could not be ended: ${ended.code}`);
}

async function passOnVial(ctx: GroupsContext, tx: Tx, groupId: string, userId: string): Promise<void> {
  const row = await lockGroupRow(ctx, tx, groupId);
  if (!row || !awaitsVial(row)) return;
  await recordEvent(ctx, tx, row, 'sender_released', { actorId: userId });
  await recordOrganizerSends(ctx, tx, row);
}
