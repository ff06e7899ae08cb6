import { isDeepStrictEqual } from 'node:util';
import type { Integration, PeaksBody } from '@vialproof/contract/chromatograms';
import { optionsOf } from '@vialproof/science/chromatography/counted-peaks';
import type { InstrumentTable } from '@vialproof/science/chromatography/file-reading';
import type { Integrated } from '@vialproof/science/chromatography/integration';
import { limitErrors, limitsOf, rounded } from '@vialproof/science/chromatography/peak-limits';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { findChromatogram, updateIntegration } from '../chromatograms.store.ts';
import type { ChromatogramFacts, StoredChromatogram } from '../chromatograms.tables.ts';
import { instrumentOf } from '../rules/instrument.ts';

/** New peaks of a chromatogram, not stored yet. */
type NewIntegration = {
  row: StoredChromatogram;
  asked: Integration;
  /** Why a person changed the peaks. Null for automatic peaks. */
  reason: string | null;
  integrated: Integrated;
};

/**
 * Computes the areas for peaks that a person set. Refusals: `wrong_state` without a chromatogram, `stale_draft` if it
 * has changed, `invalid_fields` for impossible peaks or a missing reason.
 */
export async function integrateAnew(
  ctx: ChromatogramsContext,
  revisionId: string | undefined,
  body: PeaksBody,
): Promise<NewIntegration | Refusal> {
  const row = revisionId === undefined ? undefined : await findChromatogram(ctx.platform.db.orm, revisionId);
  if (!row) return refuse('wrong_state', 'There is no draft with a chromatogram.');
  if (row.version !== body.version) return refuse('stale_draft');
  const asked = {
    limits: body.limits.map((limit) => ({
      ...limit,
      start_min: rounded(limit.start_min),
      end_min: rounded(limit.end_min),
    })),
    main_peak: body.main_peak,
    baseline: body.baseline,
  };
  const extent = extentOf(row);
  const errors = limitErrors(asked.limits, asked.main_peak, extent);
  const named = [asked, ...asked.limits].map(({ baseline }) => baseline);
  const instrument = instrumentOf(row);
  if (named.includes('instrument') && !instrument) {
    errors.push({ path: 'baseline', message: 'The file holds no baselines of the instrument.' });
  }
  const isProposed = [row.proposal, instrument && instrumentsOwn(instrument)].some(
    (proposed) => proposed && isDeepStrictEqual(proposed, asked),
  );
  if (!isProposed && body.reason === '') {
    errors.push({ path: 'reason', message: 'Say why these are not the proposed peaks. Everybody reads it.' });
  }
  if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
  const done = await ctx.workers.ask({
    kind: 'integrate',
    trace: row.trace,
    asked,
    instrument: instrument?.baseline ?? null,
    options: optionsOf(row.method, { minutes: [extent.first, extent.last] }),
  });
  if (!done.ok) {
    const path = 'peak' in done ? `limits.${done.peak}` : 'limits';
    return refuse('invalid_fields', done.message, { errors: [{ path, message: done.message }] });
  }
  const { peaks, mainPeak, purityPercent, method, uncounted } = done;
  // New peaks do not change the warning about a short blank.
  const noticed = [...done.noticed, ...row.noticed.filter(({ code }) => code === 'blank_short')];
  return {
    row,
    asked,
    reason: isProposed ? null : body.reason,
    integrated: { peaks, mainPeak, purityPercent, method, noticed, uncounted },
  };
}

/** The values before and after the change. */
type IntegrationChange = { version: number; reason: string | null; before: Measured; after: Measured };

/** Stores the result of `integrateAnew`; returns the change for the audit log. Refusal: `stale_draft`. */
export async function saveIntegration(
  ctx: ChromatogramsContext,
  tx: Tx,
  { row, asked, reason, integrated }: NewIntegration,
  { revisionId, by }: { revisionId: string; by: string },
): Promise<IntegrationChange | Refusal> {
  if (revisionId !== row.revisionId) return refuse('stale_draft');
  const isSaved = await updateIntegration(tx, row, {
    ...integrated,
    baseline: asked.baseline,
    limitsBy: 'person',
    changedBy: by,
    changedAt: ctx.platform.clock.now(),
    reason,
  });
  if (!isSaved) return refuse('stale_draft');
  return {
    version: row.version + 1,
    reason,
    before: measuredBefore(row),
    after: { ...asked, purity_percent: integrated.purityPercent },
  };
}

const instrumentsOwn = ({ limits, main_peak }: InstrumentTable): Integration => ({
  limits,
  main_peak,
  baseline: 'instrument',
});

function extentOf(row: StoredChromatogram): { first: number; last: number } {
  const view = new DataView(row.trace.buffer, row.trace.byteOffset, row.trace.byteLength);
  return { first: view.getFloat64(0), last: view.getFloat64(row.trace.length / 2 - 8) };
}

/** Peaks, main peak and baseline, with the purity that follows. */
export type Measured = Integration & { purity_percent: number | null };

export function measuredBefore({ peaks, mainPeak, baseline, purityPercent }: ChromatogramFacts): Measured {
  return { limits: limitsOf(peaks), main_peak: mainPeak, baseline, purity_percent: purityPercent };
}
