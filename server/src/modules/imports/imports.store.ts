import type { ImportState } from '@vialproof/contract/imports';
import { asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
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

/** The key, held until the transaction ends: a revocation waits for it, or has happened. */
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

/** Makes the same file sent twice at once follow itself. */
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

/** A page: those that wait, oldest first; the others, newest first. */
export function listImports(
  db: Queryable,
  state: ImportState,
  { offset, limit }: { offset: number; limit: number },
): Promise<DecidedImport[]> {
  const order = state === 'waiting' ? asc : desc;
  return joined(db)
    .where(inState[state])
    .orderBy(order(traceImport.receivedAt), order(traceImport.id))
    .offset(offset)
    .limit(limit);
}

export async function countImports(db: Queryable, state: ImportState): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(traceImport)
    .leftJoin(importDecision, eq(importDecision.importId, traceImport.id))
    .where(inState[state]);
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
