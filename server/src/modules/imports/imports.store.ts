import type { ImportState } from '@vialproof/contract/imports';
import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type DecidedImport,
  type DecisionRow,
  type ImportRow,
  importDecision,
  importReading,
  type KeyRow,
  laboratoryKey,
  type ReadingRow,
  traceImport,
} from './imports.tables.ts';

export function listKeys(db: Queryable): Promise<KeyRow[]> {
  return db.select().from(laboratoryKey).orderBy(desc(laboratoryKey.madeAt), asc(laboratoryKey.id));
}

export async function findKey(
  db: Queryable,
  by: { id: string } | { secretHash: Buffer },
): Promise<KeyRow | undefined> {
  const asked = 'id' in by ? eq(laboratoryKey.id, by.id) : eq(laboratoryKey.secretHash, by.secretHash);
  const [row] = await db.select().from(laboratoryKey).where(asked);
  return row;
}

/** Reads the laboratory key and locks it until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  const [row] = await tx.select().from(laboratoryKey).where(eq(laboratoryKey.id, id)).for('update');
  return row;
}

export async function insertKey(tx: Tx, row: KeyRow): Promise<void> {
  await tx.insert(laboratoryKey).values(row);
}

export async function updateKey(tx: Tx, id: string, change: Partial<KeyRow>): Promise<void> {
  await tx.update(laboratoryKey).set(change).where(eq(laboratoryKey.id, id));
}

/** Reads and locks the laboratory keys that expire before `then` and about which no mail was sent. */
export function lockEndingKeys(tx: Tx, then: Date): Promise<KeyRow[]> {
  const { endsAt, remindedAt, revokedAt, id } = laboratoryKey;
  return tx
    .select()
    .from(laboratoryKey)
    .where(and(lte(endsAt, then), isNull(remindedAt), isNull(revokedAt)))
    .orderBy(asc(id))
    .for('update', { skipLocked: true });
}

/** The chromatograms that programs sent for these requests, and who made the programs' keys. */
export function listSentTraces(
  db: Queryable,
  requestIds: string[],
): Promise<{ requestId: string; sha256: string; keyMadeBy: string; at: Date }[]> {
  const { importId, requestId, at } = importDecision;
  return db
    .select({
      requestId: sql<string>`${requestId}`,
      sha256: traceImport.sha256,
      keyMadeBy: laboratoryKey.madeBy,
      at,
    })
    .from(importDecision)
    .innerJoin(traceImport, eq(traceImport.id, importId))
    .innerJoin(laboratoryKey, eq(laboratoryKey.id, traceImport.keyId))
    .where(inArray(requestId, requestIds))
    .orderBy(asc(at), asc(importId));
}

/** The ids of chromatograms sent for these requests. */
export async function listImportsOf(db: Queryable, requestIds: string[]): Promise<string[]> {
  if (requestIds.length === 0) return [];
  const rows = await db
    .select({ id: importDecision.importId })
    .from(importDecision)
    .where(inArray(importDecision.requestId, requestIds));
  return rows.map(({ id }) => id);
}

/** Locks a file, so that a second call with it waits. */
export async function lockFile(tx: Tx, sha256: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`import:${sha256}`}, 0))`);
}

const joined = (db: Queryable) =>
  db
    .select({ file: traceImport, decision: importDecision, reading: importReading })
    .from(traceImport)
    .leftJoin(importDecision, eq(importDecision.importId, traceImport.id))
    .leftJoin(importReading, eq(importReading.importId, traceImport.id))
    .$dynamic();

export async function findImport(
  db: Queryable,
  by: { id: string } | { sha256: string },
): Promise<DecidedImport | undefined> {
  const asked = 'id' in by ? eq(traceImport.id, by.id) : eq(traceImport.sha256, by.sha256);
  const [row] = await joined(db).where(asked);
  return row;
}

const inState: Record<ImportState, SQL | undefined> = {
  waiting: isNull(importDecision.importId),
  assigned: isNotNull(importDecision.requestId),
  dismissed: sql`${isNotNull(importDecision.importId)} AND ${isNull(importDecision.requestId)}`,
};

/** `own`: the tests of the person who asks. Their files are left out. */
type ImportFilter = { state: ImportState; own: OwnTask[] };
type OwnTask = { id: string; taskNumber: number };

function isAsked({ state, own }: ImportFilter): SQL | undefined {
  if (own.length === 0) return inState[state];
  const ids = own.map(({ id }) => id);
  return and(
    inState[state],
    or(isNull(importDecision.requestId), notInArray(importDecision.requestId, ids)),
    namesNone(own),
  );
}

/** Files without the number of one of these tests in their names. */
function namesNone(own: OwnTask[]): SQL {
  const numbers = `(^|\\D)(${own.map(({ taskNumber }) => taskNumber).join('|')})(\\D|$)`;
  const { acquisition, fileName } = traceImport;
  return sql`concat_ws(' ', ${acquisition}->>'sampleName', ${acquisition}->>'sampleId', ${fileName}) !~ ${numbers}`;
}

/** Whether the file belongs to none of these tests. */
export async function isOthers(db: Queryable, id: string, own: OwnTask[]): Promise<boolean> {
  if (own.length === 0) return true;
  const asked = and(eq(traceImport.id, id), namesNone(own));
  const found = await db.select({ id: traceImport.id }).from(traceImport).where(asked);
  return found.length > 0;
}

/** A page of sent files: waiting files oldest first, other files newest first. */
export function listImports(
  db: Queryable,
  filter: ImportFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DecidedImport[]> {
  const order = filter.state === 'waiting' ? asc : desc;
  return joined(db)
    .where(isAsked(filter))
    .orderBy(order(traceImport.receivedAt), order(traceImport.id))
    .offset(offset)
    .limit(limit);
}

export async function countImports(db: Queryable, filter: ImportFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(traceImport)
    .leftJoin(importDecision, eq(importDecision.importId, traceImport.id))
    .where(isAsked(filter));
  return row?.total ?? 0;
}

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.insert(traceImport).values(row);
}

export async function insertDecision(tx: Tx, row: DecisionRow): Promise<void> {
  await tx.insert(importDecision).values(row);
}

export async function insertReading(tx: Tx, row: ReadingRow): Promise<void> {
  await tx.insert(importReading).values(row);
}
