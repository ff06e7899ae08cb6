import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import type { GroupState } from './group-tests.rules.ts';
import {
  type EventRow,
  type GroupRow,
  groupEvent,
  groupMember,
  groupTest,
  groupVolunteer,
  type VolunteerRow,
} from './group-tests.tables.ts';

const EVENTS_SHOWN = 50;

/** The statements of groups, their volunteers and their history. */
export function groupsStore(orm: Orm) {
  return {
    async insert(tx: Tx, row: typeof groupTest.$inferInsert): Promise<GroupRow> {
      const [inserted] = await tx.insert(groupTest).values(row).returning();
      if (!inserted) throw new Error('the group was not inserted');
      return inserted;
    },

    async find(id: string, db: Queryable = orm): Promise<GroupRow | undefined> {
      const [row] = await db.select().from(groupTest).where(eq(groupTest.id, id));
      return row;
    },

    /** Every move of a group locks its row first: joins, deadlines and payments take turns. */
    async findForUpdate(tx: Tx, id: string): Promise<GroupRow | undefined> {
      const [row] = await tx.select().from(groupTest).where(eq(groupTest.id, id)).for('update');
      return row;
    },

    async findByRequest(requestId: string, db: Queryable = orm): Promise<GroupRow | undefined> {
      const [row] = await db.select().from(groupTest).where(eq(groupTest.requestId, requestId));
      return row;
    },

    async update(tx: Tx, id: string, change: Partial<GroupRow>): Promise<GroupRow> {
      const [row] = await tx.update(groupTest).set(change).where(eq(groupTest.id, id)).returning();
      if (!row) throw new Error(`group ${id} is missing`);
      return row;
    },

    /**
     * Groups in these states that the viewer may see listed: public ones, and those of which one is organizer or member.
     * `deadline` picks by the deadline: after that moment, or up to it. At most 200.
     */
    list(
      states: GroupState[],
      viewerId: string | null,
      deadline: { after?: Date; upTo?: Date } = {},
    ): Promise<GroupRow[]> {
      const own = viewerId
        ? or(
            eq(groupTest.organizerId, viewerId),
            sql`EXISTS (SELECT 1 FROM ${groupMember} WHERE ${groupMember.groupId} = ${groupTest.id}
              AND ${groupMember.userId} = ${viewerId} AND ${groupMember.state} = 'joined')`,
          )
        : undefined;
      const isNewestFirst = !states.includes('open');
      return orm
        .select()
        .from(groupTest)
        .where(
          and(
            inArray(groupTest.state, states),
            or(groupTest.isPublic, own),
            deadline.after && gt(groupTest.deadlineAt, deadline.after),
            deadline.upTo && lte(groupTest.deadlineAt, deadline.upTo),
          ),
        )
        .orderBy(isNewestFirst ? desc(groupTest.updatedAt) : asc(groupTest.deadlineAt), asc(groupTest.id))
        .limit(200);
    },

    /** Groups whose time has come: a deadline, the end of a suspension. */
    async listDue(now: Date): Promise<string[]> {
      const rows = await orm
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
    },

    /** Groups that collect and were reminded fewer than `reminders` times since they were locked before `before`. */
    async listToRemind(before: Date, reminders: number): Promise<string[]> {
      const rows = await orm
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
    },

    /** Groups for an admin to look at: paid before `unreceived` without a sample, or owing money to a sender. */
    listForStaff: (unreceived: Date): Promise<GroupRow[]> =>
      orm
        .select()
        .from(groupTest)
        .where(
          or(
            and(
              eq(groupTest.state, 'testing'),
              isNull(groupTest.receivedAt),
              lte(groupTest.paidAt, unreceived),
            ),
            and(
              inArray(groupTest.state, ['testing', 'complete']),
              sql`${groupTest.senderId} IS NOT NULL`,
              isNull(groupTest.payoutAt),
            ),
          ),
        )
        .orderBy(asc(groupTest.paidAt))
        .limit(200),

    listOrganized: (userId: string, db: Queryable = orm): Promise<GroupRow[]> =>
      db.select().from(groupTest).where(eq(groupTest.organizerId, userId)),

    async insertEvent(tx: Tx, event: Omit<EventRow, 'id'>): Promise<number> {
      const [row] = await tx.insert(groupEvent).values(event).returning({ id: groupEvent.id });
      if (!row) throw new Error('the event was not inserted');
      return row.id;
    },

    events: (groupId: string): Promise<EventRow[]> =>
      orm
        .select()
        .from(groupEvent)
        .where(eq(groupEvent.groupId, groupId))
        .orderBy(desc(groupEvent.id))
        .limit(EVENTS_SHOWN),

    async findEvent(id: number): Promise<EventRow | undefined> {
      const [row] = await orm.select().from(groupEvent).where(eq(groupEvent.id, id));
      return row;
    },

    /** The latest of these kinds by one person. */
    async findLastEvent(
      tx: Tx,
      groupId: string,
      actorId: string,
      kinds: string[],
    ): Promise<EventRow | undefined> {
      const [row] = await tx
        .select()
        .from(groupEvent)
        .where(
          and(
            eq(groupEvent.groupId, groupId),
            eq(groupEvent.actorId, actorId),
            inArray(groupEvent.kind, kinds),
          ),
        )
        .orderBy(desc(groupEvent.id))
        .limit(1);
      return row;
    },

    volunteers: (groupId: string, db: Queryable = orm): Promise<VolunteerRow[]> =>
      db
        .select()
        .from(groupVolunteer)
        .where(eq(groupVolunteer.groupId, groupId))
        .orderBy(asc(groupVolunteer.createdAt), asc(groupVolunteer.id)),

    /** A second offer of the same person replaces the note; what was decided stands. */
    async saveVolunteer(tx: Tx, row: typeof groupVolunteer.$inferInsert): Promise<void> {
      await tx
        .insert(groupVolunteer)
        .values(row)
        .onConflictDoUpdate({
          target: [groupVolunteer.groupId, groupVolunteer.userId],
          set: { note: row.note },
        });
    },

    async updateVolunteer(tx: Tx, id: string, change: Partial<VolunteerRow>): Promise<void> {
      await tx.update(groupVolunteer).set(change).where(eq(groupVolunteer.id, id));
    },

    /** The groups whose vial somebody was chosen to send. */
    async listSentBy(tx: Tx, userId: string): Promise<string[]> {
      const rows = await tx
        .select({ groupId: groupVolunteer.groupId })
        .from(groupVolunteer)
        .where(and(eq(groupVolunteer.userId, userId), groupVolunteer.isSender))
        .orderBy(asc(groupVolunteer.groupId));
      return rows.map(({ groupId }) => groupId);
    },

    /** What somebody wrote with an offer, and the offer of sending. */
    async forgetVolunteer(tx: Tx, userId: string): Promise<void> {
      const forgotten = { note: '', isSender: false };
      await tx.update(groupVolunteer).set(forgotten).where(eq(groupVolunteer.userId, userId));
    },

    async clearSender(tx: Tx, groupId: string): Promise<void> {
      await tx.update(groupVolunteer).set({ isSender: false }).where(eq(groupVolunteer.groupId, groupId));
    },
  };
}
export type GroupsStore = ReturnType<typeof groupsStore>;
