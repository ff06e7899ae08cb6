import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type GroupRow, groupMember, groupTest, groupVolunteer } from './group-tests.tables.ts';
import type { MembershipSnapshot } from './rules/permissions.ts';
import type { GroupState } from './rules/states.ts';

const MEMBERSHIP_SNAPSHOT = {
  name: 'group_membership_snapshot',
  text: `SELECT g.state, g.joined_count AS "joinedCount", g.min_seats AS "minSeats", g.target_seats AS "targetSeats",
      least(CASE WHEN g.state = 'open' THEN g.deadline_at END, CASE WHEN g.state = 'gap' THEN g.suspended_until END) AS "nextAt",
      coalesce(m.state = 'joined', false) AS "isIn"
    FROM group_test g LEFT JOIN group_member m ON m.group_id = g.id AND m.user_id = $2
    WHERE g.id = $1`,
};

/** A group and one person's membership, read without a lock. */
export async function findMembershipSnapshot(
  pool: pg.Pool,
  groupId: string,
  userId: string,
): Promise<MembershipSnapshot | undefined> {
  const { rows } = await pool.query<MembershipSnapshot>({
    ...MEMBERSHIP_SNAPSHOT,
    values: [groupId, userId],
  });
  return rows[0];
}

export async function insertGroup(tx: Tx, row: typeof groupTest.$inferInsert): Promise<GroupRow> {
  const [inserted] = await tx.insert(groupTest).values(row).returning();
  if (!inserted) throw new Error('the group was not inserted');
  return inserted;
}

/** When a person created groups after `since`. Other new groups of the person must wait. */
export async function lockGroupCreations(tx: Tx, organizerId: string, since: Date): Promise<Date[]> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`groups of ${organizerId}`}, 0))`);
  const rows = await tx
    .select({ at: groupTest.createdAt })
    .from(groupTest)
    .where(and(eq(groupTest.organizerId, organizerId), gt(groupTest.createdAt, since)))
    .orderBy(asc(groupTest.createdAt));
  return rows.map(({ at }) => at);
}

export async function findGroup(db: Queryable, id: string): Promise<GroupRow | undefined> {
  const [row] = await db.select().from(groupTest).where(eq(groupTest.id, id));
  return row;
}

/** Locks the row of a group. Every change does this first. */
export async function findGroupForUpdate(tx: Tx, id: string): Promise<GroupRow | undefined> {
  const [row] = await tx.select().from(groupTest).where(eq(groupTest.id, id)).for('update');
  return row;
}

export async function findGroupByRequest(db: Queryable, requestId: string): Promise<GroupRow | undefined> {
  const [row] = await db.select().from(groupTest).where(eq(groupTest.requestId, requestId));
  return row;
}

export async function updateGroup(tx: Tx, id: string, change: Partial<GroupRow>): Promise<GroupRow> {
  const [row] = await tx.update(groupTest).set(change).where(eq(groupTest.id, id)).returning();
  if (!row) throw new Error(`group ${id} is missing`);
  return row;
}

/** Which groups to list. `after`: their deadline is later than this; `upTo`: it is not later. */
export type GroupFilter = {
  states: GroupState[];
  viewerId: string | null;
  after?: Date;
  upTo?: Date;
};

/** The groups that a person may see in lists: public ones and the person's own. */
function visible({ states, viewerId, after, upTo }: GroupFilter) {
  const own = viewerId
    ? or(
        eq(groupTest.organizerId, viewerId),
        sql`EXISTS (SELECT 1 FROM ${groupMember} WHERE ${groupMember.groupId} = ${groupTest.id}
          AND ${groupMember.userId} = ${viewerId} AND ${groupMember.state} = 'joined')`,
      )
    : undefined;
  return and(
    inArray(groupTest.state, states),
    or(groupTest.isPublic, own),
    after && gt(groupTest.deadlineAt, after),
    upTo && lte(groupTest.deadlineAt, upTo),
  );
}

/** A page of the groups that the viewer may see in lists. */
export function listVisibleGroups(
  db: Queryable,
  filter: GroupFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<GroupRow[]> {
  const isNewestFirst = !filter.states.includes('open');
  return db
    .select()
    .from(groupTest)
    .where(visible(filter))
    .orderBy(isNewestFirst ? desc(groupTest.updatedAt) : asc(groupTest.deadlineAt), asc(groupTest.id))
    .limit(limit)
    .offset(offset);
}

export async function countVisibleGroups(db: Queryable, filter: GroupFilter): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(groupTest).where(visible(filter));
  return row?.n ?? 0;
}

export async function listGroupsById(db: Queryable, ids: string[]): Promise<GroupRow[]> {
  return ids.length === 0 ? [] : db.select().from(groupTest).where(inArray(groupTest.id, ids));
}

/** Paid groups whose vial this person must send (see `senderAmong`). */
export function listGroupsSentBy(db: Queryable, userId: string): Promise<GroupRow[]> {
  const chosen = (condition: SQL) =>
    sql`EXISTS (SELECT FROM ${groupVolunteer} WHERE ${groupVolunteer.groupId} = ${groupTest.id}
      AND ${groupVolunteer.isSender} AND ${condition})`;
  return db
    .select()
    .from(groupTest)
    .where(
      and(
        eq(groupTest.state, 'testing'),
        isNull(groupTest.receivedAt),
        or(
          eq(groupTest.senderId, userId),
          and(
            isNull(groupTest.senderId),
            or(
              chosen(sql`${groupVolunteer.userId} = ${userId}`),
              and(eq(groupTest.organizerId, userId), sql`NOT ${chosen(sql`true`)}`),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(groupTest.paidAt))
    .limit(20);
}

/** The ids of groups whose deadline is over. */
export async function listDueGroups(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: groupTest.id })
    .from(groupTest)
    .where(
      or(
        and(eq(groupTest.state, 'open'), lte(groupTest.deadlineAt, now)),
        and(inArray(groupTest.state, ['gap', 'short']), lte(groupTest.suspendedUntil, now)),
      ),
    )
    .orderBy(asc(groupTest.id))
    .limit(500);
  return rows.map(({ id }) => id);
}

/** The ids of groups that need the next reminder. */
export async function listGroupsToRemind(db: Queryable, before: Date, reminders: number): Promise<string[]> {
  const rows = await db
    .select({ id: groupTest.id })
    .from(groupTest)
    .where(
      and(
        eq(groupTest.state, 'collecting'),
        lte(groupTest.lockedAt, before),
        lte(groupTest.reminders, reminders - 1),
      ),
    )
    .limit(500);
  return rows.map(({ id }) => id);
}

/** Groups that may need an admin: their sample has not come for long, or they owe money to a sender. */
export const listGroupsForStaff = (db: Queryable, unreceived: Date): Promise<GroupRow[]> =>
  db
    .select()
    .from(groupTest)
    .where(
      or(
        and(eq(groupTest.state, 'testing'), isNull(groupTest.receivedAt), lte(groupTest.paidAt, unreceived)),
        and(
          inArray(groupTest.state, ['testing', 'complete']),
          sql`${groupTest.senderId} IS NOT NULL`,
          isNull(groupTest.payoutAt),
        ),
      ),
    )
    .orderBy(asc(groupTest.paidAt))
    .limit(200);

export const listOrganizedGroups = (db: Queryable, userId: string): Promise<GroupRow[]> =>
  db.select().from(groupTest).where(eq(groupTest.organizerId, userId));
