import { and, desc, eq, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type SecurityEventRow, securityEvent } from './accounts.tables.ts';

export type NewSecurityEvent = Omit<typeof securityEvent.$inferInsert, 'id'>;

export async function insertEvent(db: Queryable, event: NewSecurityEvent): Promise<void> {
  await db.insert(securityEvent).values(event);
}

type Page = { offset: number; limit: number };

/** A list shows and counts at most this many events, because counting millions takes seconds. */
const MOST_EVENTS = 10_000;

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

/** Which events a search finds: those of these people, of these kinds, and from addresses with this beginning. */
export type EventFilter = { userIds: string[]; kinds: SecurityEventRow['kind'][]; address: string };

/** Events of all accounts, newest first; without a filter all of them. */
export async function searchEvents(
  db: Queryable,
  filter: EventFilter | undefined,
  { offset, limit }: Page,
): Promise<{ rows: SecurityEventRow[]; total: number }> {
  const matching = filter && matchesAny(filter);
  const rows = await db
    .select()
    .from(securityEvent)
    .where(matching)
    .orderBy(desc(securityEvent.id))
    .offset(offset)
    .limit(Math.max(0, Math.min(limit, MOST_EVENTS - offset)));
  return { rows, total: await countWhere(db, matching) };
}

/** Each of the alternatives has an index, because the log may hold millions of events. */
function matchesAny({ userIds, kinds, address }: EventFilter): SQL | undefined {
  const beginning = address.replace(/[\\%_]/g, '\\$&');
  return or(
    like(securityEvent.address, `${beginning}%`),
    inArray(securityEvent.userId, userIds),
    inArray(securityEvent.kind, kinds),
  );
}

async function countWhere(db: Queryable, condition: SQL | undefined): Promise<number> {
  const counted = db
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .where(condition)
    .limit(MOST_EVENTS)
    .as('counted');
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(counted);
  return row?.n ?? 0;
}

/** Deletes events from before `then`. */
export async function deleteEventsBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(securityEvent).where(lt(securityEvent.at, then));
}

/** Deletes a person's events, except the deletion of the account. */
export async function deleteEventsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(securityEvent).where(and(eq(securityEvent.userId, userId)));
}
