import type { ShareStatus } from '@vialproof/contract/group-tests';
import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import { groupMember, groupShare, type MemberRow, type ShareRow } from './group-tests.tables.ts';

const LIVE: ShareStatus[] = ['open', 'due', 'paid'];

/** The statements of members and their shares. */
export function seatsStore(orm: Orm) {
  return {
    /** In the order of joining, past members too. */
    members: (groupId: string, db: Queryable = orm): Promise<MemberRow[]> =>
      db.select().from(groupMember).where(eq(groupMember.groupId, groupId)).orderBy(asc(groupMember.place)),

    async member(tx: Tx, groupId: string, userId: string): Promise<MemberRow | undefined> {
      const [row] = await tx
        .select()
        .from(groupMember)
        .where(and(eq(groupMember.groupId, groupId), eq(groupMember.userId, userId)));
      return row;
    },

    /** Seats somebody, at the end of the order, whoever was here before too. */
    async seat(tx: Tx, groupId: string, userId: string, joinedAt: Date): Promise<void> {
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
    },

    async updateMember(tx: Tx, groupId: string, userId: string, change: Partial<MemberRow>): Promise<void> {
      await tx
        .update(groupMember)
        .set(change)
        .where(and(eq(groupMember.groupId, groupId), eq(groupMember.userId, userId)));
    },

    async forgetAgreements(tx: Tx, groupId: string): Promise<void> {
      await tx.update(groupMember).set({ agreedCents: null }).where(eq(groupMember.groupId, groupId));
    },

    /** The groups in which somebody is, or was. */
    membershipsOf: (userId: string, db: Queryable = orm): Promise<MemberRow[]> =>
      db.select().from(groupMember).where(eq(groupMember.userId, userId)),

    async insertShares(tx: Tx, rows: (typeof groupShare.$inferInsert)[]): Promise<void> {
      await tx.insert(groupShare).values(rows);
    },

    /** All that there ever were, by seat, then age. */
    shares: (groupId: string, db: Queryable = orm): Promise<ShareRow[]> =>
      db
        .select()
        .from(groupShare)
        .where(eq(groupShare.groupId, groupId))
        .orderBy(asc(groupShare.seat), asc(groupShare.createdAt)),

    async liveShares(tx: Tx, groupId: string): Promise<ShareRow[]> {
      return tx
        .select()
        .from(groupShare)
        .where(and(eq(groupShare.groupId, groupId), inArray(groupShare.status, LIVE)))
        .orderBy(asc(groupShare.seat));
    },

    async openSharesOf(groupIds: string[]): Promise<ShareRow[]> {
      if (groupIds.length === 0) return [];
      return orm
        .select()
        .from(groupShare)
        .where(and(inArray(groupShare.groupId, groupIds), eq(groupShare.status, 'open')))
        .orderBy(asc(groupShare.seat));
    },

    async share(id: string, db: Queryable = orm): Promise<ShareRow | undefined> {
      const [row] = await db.select().from(groupShare).where(eq(groupShare.id, id));
      return row;
    },

    async updateShare(tx: Tx, id: string, change: Partial<ShareRow>): Promise<void> {
      await tx.update(groupShare).set(change).where(eq(groupShare.id, id));
    },

    /** Shares that were to be paid by `now`, the longest due first. */
    listOverdue: (now: Date): Promise<ShareRow[]> =>
      orm
        .select()
        .from(groupShare)
        .where(and(eq(groupShare.status, 'due'), lte(groupShare.payBy, now)))
        .orderBy(asc(groupShare.payBy), asc(groupShare.id))
        .limit(500),

    /** Every share there ever was, a page at a time, in the order of their ids. */
    sharesAfter: (tx: Tx, afterId: string | undefined, limit: number): Promise<ShareRow[]> =>
      tx
        .select()
        .from(groupShare)
        .where(afterId ? gt(groupShare.id, afterId) : undefined)
        .orderBy(asc(groupShare.id))
        .limit(limit),

    /** What somebody holds, newest first. */
    sharesOf: (userId: string, db: Queryable = orm): Promise<ShareRow[]> =>
      db.select().from(groupShare).where(eq(groupShare.holderId, userId)).orderBy(desc(groupShare.createdAt)),
  };
}
export type SeatsStore = ReturnType<typeof seatsStore>;
