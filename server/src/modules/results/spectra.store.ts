import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/postgres/database.ts';
import { type SpectrumRow, spectrum } from './spectra.tables.ts';

/** Locks a file, so that it is not stored for two samples at once. */
export async function lockSpectrum(tx: Tx, sha256: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`spectrum:${sha256}`}, 0))`);
}

/** The spectrum of this file, whatever request it belongs to. */
export async function findSpectrum(tx: Tx, sha256: string): Promise<SpectrumRow | undefined> {
  const [row] = await tx.select().from(spectrum).where(eq(spectrum.sha256, sha256));
  return row;
}

/** Which of these spectra belong to the request. */
export async function listSpectra(tx: Tx, requestId: string, ids: string[]): Promise<SpectrumRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(spectrum)
    .where(and(eq(spectrum.requestId, requestId), inArray(spectrum.id, ids)));
}

export async function insertSpectrum(tx: Tx, row: SpectrumRow): Promise<void> {
  await tx.insert(spectrum).values(row);
}
