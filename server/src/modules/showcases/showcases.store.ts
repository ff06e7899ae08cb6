import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type ShowcaseRow, showcase } from './showcases.tables.ts';

/** Locks all places on the home page, so that only one transaction at a time takes one. */
export async function lockPlaces(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('places of showcases', 0))`);
}

export async function insertShowcase(tx: Tx, row: ShowcaseRow): Promise<void> {
  await tx.insert(showcase).values(row);
}

export async function updateShowcase(tx: Tx, id: string, change: Partial<ShowcaseRow>): Promise<void> {
  await tx.update(showcase).set(change).where(eq(showcase.id, id));
}

export async function findShowcase(db: Queryable, id: string): Promise<ShowcaseRow | undefined> {
  const [row] = await db.select().from(showcase).where(eq(showcase.id, id));
  return row;
}

/** Reads and locks a week on the home page. Lock it before its payment. */
export async function lockShowcase(tx: Tx, id: string): Promise<ShowcaseRow | undefined> {
  const [row] = await tx.select().from(showcase).where(eq(showcase.id, id)).for('update');
  return row;
}

/** Reads and locks the weeks on the home page of a result or a person that have not ended. */
export function lockUnfinished(
  tx: Tx,
  of: { requestId: string } | { accountId: string },
  today: string,
): Promise<ShowcaseRow[]> {
  const whose =
    'requestId' in of ? eq(showcase.requestId, of.requestId) : eq(showcase.accountId, of.accountId);
  return tx
    .select()
    .from(showcase)
    .where(and(whose, or(eq(showcase.state, 'reserved'), booked(gt(showcase.endsOn, today)))))
    .orderBy(asc(showcase.id))
    .for('update');
}

const booked = (when: SQL) => and(eq(showcase.state, 'booked'), when);

/** The weeks on the home page that take a place from `today` on, because they are paid or still reserved. */
export function listTaken(db: Queryable, today: string, now: Date): Promise<ShowcaseRow[]> {
  return db
    .select()
    .from(showcase)
    .where(
      and(
        // Only here so that the database uses an index.
        ne(showcase.state, 'released'),
        gt(showcase.endsOn, today),
        sql`coalesce(${showcase.stoppedOn}, ${showcase.endsOn}) > ${today}`,
        or(ne(showcase.state, 'reserved'), gt(showcase.reservedUntil, now)),
      ),
    )
    .orderBy(asc(showcase.startsOn), asc(showcase.createdAt), asc(showcase.id));
}

/** The weeks of a result on the home page, newest first. */
export function listOfRequest(db: Queryable, requestId: string): Promise<ShowcaseRow[]> {
  return db
    .select()
    .from(showcase)
    .where(eq(showcase.requestId, requestId))
    .orderBy(desc(showcase.startsOn), desc(showcase.createdAt));
}

export function listOfRequests(db: Queryable, requestIds: string[]): Promise<ShowcaseRow[]> {
  if (requestIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(showcase)
    .where(and(inArray(showcase.requestId, requestIds), ne(showcase.state, 'released')))
    .orderBy(desc(showcase.startsOn), desc(showcase.createdAt));
}

export function listShowcases(db: Queryable, ids: string[]): Promise<ShowcaseRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.select().from(showcase).where(inArray(showcase.id, ids));
}

/** The rows whose results the home page shows on a day, the earliest start first. */
export function listShownOn(db: Queryable, day: string): Promise<ShowcaseRow[]> {
  return db
    .select()
    .from(showcase)
    .where(booked(and(lte(showcase.startsOn, day), gt(showcase.endsOn, day)) ?? sql`true`))
    .orderBy(asc(showcase.startsOn), asc(showcase.createdAt), asc(showcase.id));
}

/** The row by which the home page shows a result on a day, with its buyer. */
export async function findShownOn(
  db: Queryable,
  requestId: string,
  day: string,
): Promise<Pick<ShowcaseRow, 'id' | 'accountId'> | undefined> {
  const [row] = await db
    .select({ id: showcase.id, accountId: showcase.accountId })
    .from(showcase)
    .where(
      and(
        eq(showcase.requestId, requestId),
        booked(and(lte(showcase.startsOn, day), gt(showcase.endsOn, day)) ?? sql`true`),
      ),
    );
  return row;
}

/** How many reservations a person made and did not pay. */
export async function countUnpaid(db: Queryable, accountId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(showcase)
    .where(
      and(eq(showcase.accountId, accountId), gte(showcase.createdAt, since), isNull(showcase.paymentId)),
    );
  return row?.n ?? 0;
}

type Filter = { accountId?: string; requestId?: string | undefined };
const matching = ({ accountId, requestId }: Filter) =>
  and(
    accountId === undefined ? undefined : eq(showcase.accountId, accountId),
    requestId === undefined ? undefined : eq(showcase.requestId, requestId),
  );

/** A page of the weeks on the home page, newest first, and the number of all. */
export async function listPage(
  db: Queryable,
  filter: Filter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ShowcaseRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(showcase)
      .where(matching(filter))
      .orderBy(desc(showcase.createdAt), desc(showcase.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(showcase).where(matching(filter)),
  ]);
  return { rows, total: counted[0]?.n ?? 0 };
}

/** The weeks on the home page with ids after `afterId`, in the order of their ids. */
export function listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<ShowcaseRow[]> {
  return tx
    .select()
    .from(showcase)
    .where(afterId ? gt(showcase.id, afterId) : undefined)
    .orderBy(asc(showcase.id))
    .limit(limit);
}

/** Reads and locks reservations that have ended. Skips those that another transaction has locked. */
export function lockRunOut(tx: Tx, now: Date): Promise<ShowcaseRow[]> {
  return tx
    .select()
    .from(showcase)
    .where(and(eq(showcase.state, 'reserved'), lte(showcase.reservedUntil, now)))
    .orderBy(asc(showcase.id))
    .for('update', { skipLocked: true });
}

/** Reads and locks paid weeks on the home page that end soon and whose owners have no reminder yet. */
export function lockEnding(tx: Tx, today: string, lastEnd: string): Promise<ShowcaseRow[]> {
  return tx
    .select()
    .from(showcase)
    .where(
      and(
        booked(and(gt(showcase.endsOn, today), lte(showcase.endsOn, lastEnd)) ?? sql`true`),
        isNull(showcase.remindedAt),
      ),
    )
    .orderBy(asc(showcase.id))
    .for('update', { skipLocked: true });
}
