import type { Thousands } from '@vialproof/contract/thousands';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type AllowanceRow,
  type InjectionRow,
  injection,
  injectionAllowance,
  injectionReading,
  injectionRelease,
  injectionTime,
  type ReleaseRow,
  type TypedTimeRow,
  unusedInjection,
} from './injections.tables.ts';

/** Locks a file, so that two uploads at the same time cannot store it for two samples. */
export async function lockContent(tx: Tx, sha256: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`injection:${sha256}`}, 0))`);
}

/** The other requests to which the same file was uploaded. */
export async function listElsewhere(tx: Tx, requestId: string, sha256: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ requestId: injection.requestId })
    .from(injection)
    .where(and(ne(injection.requestId, requestId), eq(injection.sha256, sha256)))
    .limit(5);
  return rows.map((row) => row.requestId);
}

export async function findInjection(
  db: Queryable,
  requestId: string,
  by: { id: string } | { sha256: string },
): Promise<InjectionRow | undefined> {
  const asked = 'id' in by ? eq(injection.id, by.id) : eq(injection.sha256, by.sha256);
  const [row] = await db
    .select()
    .from(injection)
    .where(and(eq(injection.requestId, requestId), asked));
  return row;
}

/** Every injection of a request, oldest first. */
export function listInjections(db: Queryable, requestId: string): Promise<InjectionRow[]> {
  return db.select().from(injection).where(eq(injection.requestId, requestId)).orderBy(asc(injection.place));
}

/** The SHA-256 of these injections' files, by injection id. */
export async function listHashes(db: Queryable, injectionIds: string[]): Promise<Map<string, string>> {
  if (injectionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: injection.id, sha256: injection.sha256 })
    .from(injection)
    .where(inArray(injection.id, injectionIds));
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

export async function insertInjection(tx: Tx, row: InjectionRow): Promise<void> {
  await tx.insert(injection).values(row);
}

/** How a person last chose to read the file's numbers. */
export async function findThousands(db: Queryable, injectionId: string): Promise<Thousands | undefined> {
  const [row] = await db
    .select({ thousands: injectionReading.thousands })
    .from(injectionReading)
    .where(eq(injectionReading.injectionId, injectionId))
    .orderBy(desc(injectionReading.id))
    .limit(1);
  return row?.thousands;
}

export async function insertReading(
  tx: Tx,
  row: Omit<typeof injectionReading.$inferSelect, 'id'>,
): Promise<void> {
  await tx.insert(injectionReading).values(row);
}

/** Why this revision does not use some injections, by their ids. */
export async function listReasons(db: Queryable, revisionId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([unusedInjection.injectionId])
    .from(unusedInjection)
    .where(eq(unusedInjection.revisionId, revisionId))
    .orderBy(unusedInjection.injectionId, desc(unusedInjection.id));
  return new Map(rows.map(({ injectionId, reason }) => [injectionId, reason]));
}

export async function insertReason(
  tx: Tx,
  row: Omit<typeof unusedInjection.$inferSelect, 'id'>,
): Promise<void> {
  await tx.insert(unusedInjection).values(row);
}

/** Copies the reasons to another revision. */
export async function copyReasons(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO unused_injection (injection_id, revision_id, reason, by_id, at)
    SELECT DISTINCT ON (injection_id) injection_id, ${to}::uuid, reason, by_id, at FROM unused_injection
    WHERE revision_id = ${from} ORDER BY injection_id, id DESC`);
}

export async function listAllowances(db: Queryable, injectionIds: string[]): Promise<AllowanceRow[]> {
  if (injectionIds.length === 0) return [];
  return db.select().from(injectionAllowance).where(inArray(injectionAllowance.injectionId, injectionIds));
}

/** Stores that a reviewer allows an injection in spite of a doubt. A second time changes nothing. */
export async function insertAllowance(tx: Tx, row: AllowanceRow): Promise<void> {
  await tx.insert(injectionAllowance).values(row).onConflictDoNothing();
}

/** The time that a person last typed for each injection. */
export async function listTypedTimes(
  db: Queryable,
  injectionIds: string[],
): Promise<Map<string, TypedTimeRow>> {
  if (injectionIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([injectionTime.injectionId])
    .from(injectionTime)
    .where(inArray(injectionTime.injectionId, injectionIds))
    .orderBy(injectionTime.injectionId, desc(injectionTime.id));
  return new Map(rows.map((row) => [row.injectionId, row]));
}

export async function insertTypedTime(tx: Tx, row: TypedTimeRow): Promise<void> {
  await tx.insert(injectionTime).values(row);
}

export async function listReleases(db: Queryable, injectionIds: string[]): Promise<ReleaseRow[]> {
  if (injectionIds.length === 0) return [];
  return db.select().from(injectionRelease).where(inArray(injectionRelease.injectionId, injectionIds));
}

/** Stores that a reviewer allows a file to be published. A second time changes nothing. */
export async function insertRelease(tx: Tx, row: ReleaseRow): Promise<void> {
  await tx.insert(injectionRelease).values(row).onConflictDoNothing();
}
