import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type ShowcaseRow, showcase } from './showcases.tables.ts';

/** Takes a lock until the transaction ends: one transaction at a time assigns places. */
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

/** A week, locked until `tx` ends. Lock it before its payment. */
export async function lockShowcase(tx: Tx, id: string): Promise<ShowcaseRow | undefined> {
  const [row] = await tx.select().from(showcase).where(eq(showcase.id, id)).for('update');
  return row;
}

/** The weeks of a result or a person that are not over on `today`, paid or not. They are locked until `tx` ends. */
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

/** Weeks that have a place on `today` or later: paid weeks, and weeks whose reservation lasts longer than `now`. */
export function listTaken(db: Queryable, today: string, now: Date): Promise<ShowcaseRow[]> {
  return db
    .select()
    .from(showcase)
    .where(
      and(
        // The second condition implies this one, but the index needs it.
        ne(showcase.state, 'released'),
        gt(showcase.endsOn, today),
        sql`coalesce(${showcase.stoppedOn}, ${showcase.endsOn}) > ${today}`,
        or(ne(showcase.state, 'reserved'), gt(showcase.reservedUntil, now)),
      ),
    )
    .orderBy(asc(showcase.startsOn), asc(showcase.createdAt), asc(showcase.id));
}

/** The weeks of a result; the last week comes first. */
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

/** The weeks that are displayed on a day; the week that began first comes first. */
export function listShownOn(db: Queryable, day: string): Promise<ShowcaseRow[]> {
  return db
    .select()
    .from(showcase)
    .where(booked(and(lte(showcase.startsOn, day), gt(showcase.endsOn, day)) ?? sql`true`))
    .orderBy(asc(showcase.startsOn), asc(showcase.createdAt), asc(showcase.id));
}

/** The id of the week in which a result is displayed on a day, and its buyer. */
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

/** How many reservations a person has made since a moment without paying. */
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

/** A page of weeks, newest first, and their number. */
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

/** Weeks by id, after `afterId`. */
export function listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<ShowcaseRow[]> {
  return tx
    .select()
    .from(showcase)
    .where(afterId ? gt(showcase.id, afterId) : undefined)
    .orderBy(asc(showcase.id))
    .limit(limit);
}

/** Expired reservations, locked until `tx` ends. Rows that another transaction has locked are skipped. */
export function lockRunOut(tx: Tx, now: Date): Promise<ShowcaseRow[]> {
  return tx
    .select()
    .from(showcase)
    .where(and(eq(showcase.state, 'reserved'), lte(showcase.reservedUntil, now)))
    .orderBy(asc(showcase.id))
    .for('update', { skipLocked: true });
}

/** Displayed weeks that end after `today` and not later than `lastEnd`, and have no reminder yet. They are locked. */
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
