import { and, desc, eq, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type SecurityEventRow, securityEvent, userAccount } from './accounts.tables.ts';

export type NewSecurityEvent = Omit<typeof securityEvent.$inferInsert, 'id'>;

export async function insertEvent(db: Queryable, event: NewSecurityEvent): Promise<void> {
  await db.insert(securityEvent).values(event);
}

type Page = { offset: number; limit: number };

export async function listEventsOf(
  db: Queryable,
  userId: string,
  { offset, limit }: Page,
): Promise<{ rows: SecurityEventRow[]; total: number }> {
  const mine = eq(securityEvent.userId, userId);
  const rows = await db
    .select()
    .from(securityEvent)
    .where(mine)
    .orderBy(desc(securityEvent.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await countWhere(db, mine) };
}

/** Events of all accounts, newest first. `q` searches address, kind, e-mail and display name. */
export async function searchEvents(
  db: Queryable,
  q: string | undefined,
  { offset, limit }: Page,
): Promise<{ rows: SecurityEventRow[]; total: number }> {
  const pattern = q && `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const people = db
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(or(ilike(userAccount.email, pattern ?? ''), ilike(userAccount.displayName, pattern ?? '')));
  const matching = pattern
    ? or(
        ilike(securityEvent.address, pattern),
        ilike(sql`replace(${securityEvent.kind}, '_', ' ')`, pattern),
        ilike(securityEvent.kind, pattern),
        inArray(securityEvent.userId, people),
      )
    : undefined;
  const rows = await db
    .select()
    .from(securityEvent)
    .where(matching)
    .orderBy(desc(securityEvent.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await countWhere(db, matching) };
}

async function countWhere(db: Queryable, condition: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ n: sql<number>`count(*)::int` }).from(securityEvent).where(condition);
  return counted?.n ?? 0;
}

/** Deletes events from before `then`. */
export async function deleteEventsBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(securityEvent).where(lt(securityEvent.at, then));
}

/** Deletes a person's events, except the deletion of the account. */
export async function deleteEventsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(securityEvent).where(and(eq(securityEvent.userId, userId)));
}
