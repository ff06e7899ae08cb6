import type { PastTrace } from '@vialproof/contract/history';
import { and, asc, desc, eq, lte } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { chromatogramState } from './chromatograms.tables.ts';

export async function insertState(
  tx: Tx,
  row: { revisionId: string; state: PastTrace | null; at: Date },
): Promise<void> {
  await tx.insert(chromatogramState).values(row);
}

/** The newest stored peaks of a chromatogram, or the peaks of an earlier time. */
export async function findState(
  db: Queryable,
  revisionId: string,
  at?: Date,
): Promise<{ state: PastTrace | null } | undefined> {
  const [row] = await db
    .select({ state: chromatogramState.state })
    .from(chromatogramState)
    .where(and(eq(chromatogramState.revisionId, revisionId), at ? lte(chromatogramState.at, at) : undefined))
    .orderBy(desc(chromatogramState.id))
    .limit(1);
  return row;
}

/** When the first peaks of this result's chromatogram were stored. */
export async function firstStateAt(db: Queryable, revisionId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: chromatogramState.at })
    .from(chromatogramState)
    .where(eq(chromatogramState.revisionId, revisionId))
    .orderBy(asc(chromatogramState.id))
    .limit(1);
  return row?.at;
}
