import type { ShareStatus } from '@vialproof/contract/group-tests';
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { groupShare, type ShareRow } from './group-tests.tables.ts';

const LIVE: ShareStatus[] = ['open', 'due', 'paid'];

export async function insertShares(tx: Tx, rows: (typeof groupShare.$inferInsert)[]): Promise<void> {
  await tx.insert(groupShare).values(rows);
}

/** All shares of a group. Former ones are included. */
export const listShares = (db: Queryable, groupId: string): Promise<ShareRow[]> =>
  db
    .select()
    .from(groupShare)
    .where(eq(groupShare.groupId, groupId))
    .orderBy(asc(groupShare.seat), asc(groupShare.createdAt));

export async function listSharesById(db: Queryable, ids: string[]): Promise<ShareRow[]> {
  return ids.length === 0 ? [] : db.select().from(groupShare).where(inArray(groupShare.id, ids));
}

/** The shares that count (see `isLive`). */
export const listLiveShares = (tx: Tx, groupId: string): Promise<ShareRow[]> =>
  tx
    .select()
    .from(groupShare)
    .where(and(eq(groupShare.groupId, groupId), inArray(groupShare.status, LIVE)))
    .orderBy(asc(groupShare.seat));

/** The free shares of these groups. */
export async function listOpenShares(db: Queryable, groupIds: string[]): Promise<ShareRow[]> {
  if (groupIds.length === 0) return [];
  return db
    .select()
    .from(groupShare)
    .where(and(inArray(groupShare.groupId, groupIds), eq(groupShare.status, 'open')))
    .orderBy(asc(groupShare.seat));
}

export async function findShare(db: Queryable, id: string): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(groupShare).where(eq(groupShare.id, id));
  return row;
}

export async function updateShare(tx: Tx, id: string, change: Partial<ShareRow>): Promise<void> {
  await tx.update(groupShare).set(change).where(eq(groupShare.id, id));
}

/** The shares that were due before `now`, the oldest first. */
export const listOverdueShares = (db: Queryable, now: Date): Promise<ShareRow[]> =>
  db
    .select()
    .from(groupShare)
    .where(and(eq(groupShare.status, 'due'), lte(groupShare.payBy, now)))
    .orderBy(asc(groupShare.payBy), asc(groupShare.id))
    .limit(500);

/** A page of all shares, sorted by id. */
export const listSharesAfter = (tx: Tx, afterId: string | undefined, limit: number): Promise<ShareRow[]> =>
  tx
    .select()
    .from(groupShare)
    .where(afterId ? gt(groupShare.id, afterId) : undefined)
    .orderBy(asc(groupShare.id))
    .limit(limit);

/** The shares of one person, newest first. */
export const listSharesOf = (db: Queryable, userId: string): Promise<ShareRow[]> =>
  db.select().from(groupShare).where(eq(groupShare.holderId, userId)).orderBy(desc(groupShare.createdAt));
