import type { RunNote } from '@vialproof/contract/results';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type BlankRow,
  blank,
  type ChromatogramFacts,
  type ChromatogramRow,
  chromatogram,
  type StoredChromatogram,
} from './chromatograms.tables.ts';
import type { PublishedRun } from './rules/published-run.ts';

const { trace, rawTrace, ...columns } = getTableColumns(chromatogram);
const facts = {
  ...columns,
  points: sql<number>`octet_length(${trace}) / 16`,
  isSubtracted: sql<boolean>`${rawTrace} IS NOT NULL`,
  blank: {
    fileKey: blank.fileKey,
    fileName: blank.fileName,
    sha256: blank.sha256,
    sizeBytes: blank.sizeBytes,
  },
};

/** The chromatograms of these revisions without points. */
export async function listFacts(db: Queryable, revisionIds: string[]): Promise<ChromatogramFacts[]> {
  if (revisionIds.length === 0) return [];
  return db
    .select(facts)
    .from(chromatogram)
    .leftJoin(blank, eq(blank.id, chromatogram.blankId))
    .where(inArray(chromatogram.revisionId, revisionIds));
}

/** The points of these revisions' chromatograms, as bytes (rules/trace-bytes). */
export function listTraces(
  db: Queryable,
  revisionIds: string[],
): Promise<Pick<ChromatogramRow, 'revisionId' | 'trace'>[]> {
  return db
    .select({ revisionId: chromatogram.revisionId, trace })
    .from(chromatogram)
    .where(inArray(chromatogram.revisionId, revisionIds));
}

export async function findChromatogram(
  db: Queryable,
  revisionId: string,
): Promise<StoredChromatogram | undefined> {
  const [row] = await db
    .select({ ...facts, trace, rawTrace })
    .from(chromatogram)
    .leftJoin(blank, eq(blank.id, chromatogram.blankId))
    .where(eq(chromatogram.revisionId, revisionId));
  return row;
}

/** Stores a blank (only solvent), once. Returns its row. */
export async function keepBlankRow(tx: Tx, row: BlankRow): Promise<BlankRow> {
  await tx.insert(blank).values(row).onConflictDoNothing();
  const [kept] = await tx.select().from(blank).where(eq(blank.sha256, row.sha256));
  return kept ?? row;
}

/** The points of a blank (only solvent), as bytes (rules/trace-bytes). */
export async function selectBlankTrace(db: Queryable, id: string): Promise<Uint8Array> {
  const [row] = await db.select({ trace: blank.trace }).from(blank).where(eq(blank.id, id));
  if (!row) throw new Error(`blank ${id} is missing`);
  return row.trace;
}

/** Changes the peaks of a chromatogram if it still has this `version`. */
export async function updateIntegration(
  tx: Tx,
  { id, version }: Pick<ChromatogramRow, 'id' | 'version'>,
  change: Partial<ChromatogramRow>,
): Promise<boolean> {
  const changed = await tx
    .update(chromatogram)
    .set({ ...change, version: version + 1 })
    .where(and(eq(chromatogram.id, id), eq(chromatogram.version, version)))
    .returning({ id: chromatogram.id });
  return changed.length === 1;
}

/** Replaces the chromatogram of a revision. The sample's other injections stay. */
export async function replaceTrace(
  tx: Tx,
  row: Omit<ChromatogramRow, 'version' | 'replicates'>,
): Promise<void> {
  const [before] = await tx
    .delete(chromatogram)
    .where(eq(chromatogram.revisionId, row.revisionId))
    .returning({ version: chromatogram.version, replicates: chromatogram.replicates });
  const replicates = before?.replicates?.filter(({ sha256 }) => sha256 !== row.sha256) ?? null;
  await tx.insert(chromatogram).values({ ...row, replicates, version: before ? before.version + 1 : 0 });
}

/** Stores which injections a published result uses. */
export async function updateRuns(
  tx: Tx,
  revisionId: string,
  change: { injections: RunNote[]; run: PublishedRun | null },
): Promise<void> {
  await tx.update(chromatogram).set(change).where(eq(chromatogram.revisionId, revisionId));
}

/** Removes the chromatogram of a revision. Its file stays. */
export async function deleteTrace(tx: Tx, revisionId: string): Promise<void> {
  await tx.delete(chromatogram).where(eq(chromatogram.revisionId, revisionId));
}

/** Copies a chromatogram to another revision. */
export async function copyTrace(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO chromatogram (id, revision_id, file_key, file_name, sha256, size_bytes, wavelength_nm, channel, channels, thousands, trace,
      signal_unit, format, file_warnings, vendor_peaks, noticed, peaks, main_peak, purity_percent, method, baseline, limits_by, version,
      changed_by, changed_at, reason, proposed_purity, explained, blank_id, raw_trace,
      blank_by, blank_at, replicates, uncounted, proposal, instrument, uploaded_by, uploaded_at)
    SELECT gen_random_uuid(), ${to}, file_key, file_name, sha256, size_bytes, wavelength_nm, channel, channels, thousands, trace,
      signal_unit, format, file_warnings, vendor_peaks, noticed, peaks, main_peak, purity_percent, method, baseline, limits_by, version,
      changed_by, changed_at, reason, proposed_purity, explained, blank_id, raw_trace,
      blank_by, blank_at, replicates, uncounted, proposal, instrument, uploaded_by, uploaded_at
    FROM chromatogram WHERE revision_id = ${from}`);
}
