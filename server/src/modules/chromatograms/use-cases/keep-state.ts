import { isDeepStrictEqual } from 'node:util';
import type { PastTrace } from '@vialproof/contract/history';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findState, firstStateAt, insertState } from '../chromatogram-states.store.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { listFacts } from '../chromatograms.store.ts';
import type { ChromatogramFacts } from '../chromatograms.tables.ts';

/** Stores the peaks of a revision, if they have changed. */
export async function keepInjectionState(
  _ctx: ChromatogramsContext,
  tx: Tx,
  revisionId: string,
  at: Date,
): Promise<void> {
  const [row] = await listFacts(tx, [revisionId]);
  const state = row ? stateOf(row) : null;
  const last = await findState(tx, revisionId);
  if (last && isDeepStrictEqual(last.state, state)) return;
  await insertState(tx, { revisionId, state, at });
}

/** The peaks of a revision at an earlier time, or the time when the first were stored. */
export async function injectionStateAt(
  { platform: { db, clock } }: ChromatogramsContext,
  revisionId: string,
  at: Date,
): Promise<PastTrace | null | { not_kept_before: string }> {
  const found = await findState(db.orm, revisionId, at);
  if (found) return found.state;
  const since = (await firstStateAt(db.orm, revisionId)) ?? clock.now();
  return { not_kept_before: since.toISOString() };
}

const stateOf = (row: ChromatogramFacts): PastTrace => ({
  version: row.version,
  file_name: row.fileName,
  sha256: row.sha256,
  wavelength_nm: row.wavelengthNm,
  signal_unit: row.signalUnit,
  peaks: row.peaks,
  main_peak: row.mainPeak,
  purity_percent: row.purityPercent,
  baseline: row.baseline,
  limits_by: row.limitsBy,
  reason: row.reason,
  ...(row.replicates && row.replicates.length > 0
    ? { replicates: row.replicates.map(({ sha256, purity_percent }) => ({ sha256, purity_percent })) }
    : {}),
  subtracted_blank: row.isSubtracted ? (row.blank?.sha256 ?? null) : null,
});
