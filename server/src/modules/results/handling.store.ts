import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type HandlingRow, sampleHandling } from './results.tables.ts';

/** The handling notes of a sample; null for a sample without notes. */
export async function findHandling(db: Queryable, requestId: string): Promise<string | null> {
  const [row] = await db.select().from(sampleHandling).where(eq(sampleHandling.requestId, requestId));
  return row === undefined || row.words === '' ? null : row.words;
}

/** Stores the handling notes. The caller has locked the request. */
export async function putHandling(tx: Tx, row: HandlingRow): Promise<void> {
  const { words, byId, at } = row;
  await tx
    .insert(sampleHandling)
    .values(row)
    .onConflictDoUpdate({ target: sampleHandling.requestId, set: { words, byId, at } });
}
