import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type HandlingRow, sampleHandling } from './handling.tables.ts';

/** What the bench has to know of a sample; null where nobody wrote anything. */
export async function findHandling(db: Queryable, requestId: string): Promise<string | null> {
  const [row] = await db.select().from(sampleHandling).where(eq(sampleHandling.requestId, requestId));
  return row === undefined || row.words === '' ? null : row.words;
}

/** Whoever changes it has locked the request's row first. */
export async function putHandling(tx: Tx, row: HandlingRow): Promise<void> {
  const { words, byId, at } = row;
  await tx
    .insert(sampleHandling)
    .values(row)
    .onConflictDoUpdate({ target: sampleHandling.requestId, set: { words, byId, at } });
}
