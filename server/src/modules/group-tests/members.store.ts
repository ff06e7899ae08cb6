import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { groupMember, type MemberRow } from './group-tests.tables.ts';

/** All members in the order in which they joined. Former ones are included. */
export const listMembers = (db: Queryable, groupId: string): Promise<MemberRow[]> =>
  db.select().from(groupMember).where(eq(groupMember.groupId, groupId)).orderBy(asc(groupMember.place));

export async function findMember(tx: Tx, groupId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(groupMember)
    .where(and(eq(groupMember.groupId, groupId), eq(groupMember.userId, userId)));
  return row;
}

/** Adds a person as the last member. */
export async function seatMember(tx: Tx, groupId: string, userId: string, joinedAt: Date): Promise<void> {
  const fresh = {
    state: 'joined' as const,
    place: sql`nextval('group_member_place')`,
    agreedCents: null,
    joinedAt,
    leftAt: null,
  };
  await tx
    .insert(groupMember)
    .values({ groupId, userId, ...fresh })
    .onConflictDoUpdate({ target: [groupMember.groupId, groupMember.userId], set: fresh });
}

export async function updateMember(
  tx: Tx,
  groupId: string,
  userId: string,
  change: Partial<MemberRow>,
): Promise<void> {
  await tx
    .update(groupMember)
    .set(change)
    .where(and(eq(groupMember.groupId, groupId), eq(groupMember.userId, userId)));
}

export async function forgetAgreements(tx: Tx, groupId: string): Promise<void> {
  await tx.update(groupMember).set({ agreedCents: null }).where(eq(groupMember.groupId, groupId));
}

/** The groups of which a person is or was a member. */
export const listMemberships = (db: Queryable, userId: string): Promise<MemberRow[]> =>
  db.select().from(groupMember).where(eq(groupMember.userId, userId));
