import type { PeaksBody } from '@vialproof/contract/chromatograms';
import { limitErrors, limitsOf, rounded } from '@vialproof/contract/peaks';
import type { Tx } from '../../../platform/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ChromatogramsContext } from '../chromatograms.context.ts';
import { findChromatogram, updateIntegration } from '../chromatograms.store.ts';
import type { ChromatogramRow } from '../chromatograms.tables.ts';
import type { Integrated } from '../rules/integration.ts';

/** A trace integrated anew, not stored yet. */
type NewIntegration = {
  row: ChromatogramRow;
  asked: Omit<PeaksBody, 'version'>;
  integrated: Omit<Integrated, 'noticed'>;
};

/**
 * Integrates the revision's trace between other limits, from the stored points. Refuses wrong_state without a trace,
 * stale_draft when the trace is not the one that `version` saw, invalid_fields for limits that cannot be.
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
  const errors = limitErrors(asked.limits, asked.main_peak, extentOf(row));
  const named = [asked, ...asked.limits].map(({ baseline }) => baseline);
  if (named.includes('instrument') && !row.instrument) {
    errors.push({ path: 'baseline', message: 'The file holds no baselines of the instrument.' });
  }
  if (errors.length > 0) return refuse('invalid_fields', errors[0]?.message, { errors });
  const instrument = row.instrument?.baseline ?? null;
  const done = await ctx.workers.ask({ kind: 'integrate', trace: row.trace, asked, instrument });
  if (!done.ok) {
    const path = 'peak' in done ? `limits.${done.peak}` : 'limits';
    return refuse('invalid_fields', done.message, { errors: [{ path, message: done.message }] });
  }
  const { peaks, mainPeak, purityPercent, method } = done;
  return { row, asked, integrated: { peaks, mainPeak, purityPercent, method } };
}

/**
 * Stores what `integrateAnew` found and answers what changed, for the audit log. Refuses stale_draft when the trace of
 * that revision was changed meanwhile.
 */
export async function saveIntegration(
  ctx: ChromatogramsContext,
  tx: Tx,
  { row, asked, integrated }: NewIntegration,
  { revisionId, by }: { revisionId: string; by: string },
): Promise<{ version: number; before: NewIntegration['asked']; after: NewIntegration['asked'] } | Refusal> {
  if (revisionId !== row.revisionId) return refuse('stale_draft');
  const isSaved = await updateIntegration(tx, row, {
    ...integrated,
    baseline: asked.baseline,
    limitsBy: 'person',
    changedBy: by,
    changedAt: ctx.platform.clock.now(),
  });
  if (!isSaved) return refuse('stale_draft');
  return { version: row.version + 1, before: integrationOf(row), after: asked };
}

function extentOf(row: ChromatogramRow): { first: number; last: number } {
  const view = new DataView(row.trace.buffer, row.trace.byteOffset, row.trace.byteLength);
  return { first: view.getFloat64(0), last: view.getFloat64(row.trace.length / 2 - 8) };
}

function integrationOf({ peaks, mainPeak, baseline }: ChromatogramRow): NewIntegration['asked'] {
  return { limits: limitsOf(peaks), main_peak: mainPeak, baseline };
}
