import { randomUUID } from 'node:crypto';
import type { BlankBody } from '@vialproof/contract/chromatograms';
import { optionsOf } from '@vialproof/science/chromatography/counted-peaks';
import { safeFileName } from '../../../platform/files/file-names.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Done } from '../adapters/chromatogram-worker.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import {
  findChromatogram,
  keepBlankRow,
  selectBlankTrace,
  updateIntegration,
} from '../chromatograms.store.ts';
import type { ChromatogramRow, StoredChromatogram } from '../chromatograms.tables.ts';
import { unpackTrace } from '../rules/trace-bytes.ts';
import type { ReadFile } from './replace-chromatogram.ts';
import { measuredBefore } from './set-integration.ts';

type NewBlank = { revisionId: string; file: Upload; read: ReadFile; by: string };

/**
 * Stores a measurement of only solvent as the blank, without subtracting it. Returns the old and the new file.
 * Refusals: `wrong_state`, `invalid_fields` for another kind of signal.
 */
export async function storeBlank(
  { platform: { clock, files } }: ChromatogramsContext,
  tx: Tx,
  { revisionId, file, read, by }: NewBlank,
) {
  const row = await findChromatogram(tx, revisionId);
  if (!row) return refuse('wrong_state', 'There is no draft with a chromatogram.');
  if (row.isSubtracted) {
    return refuse(
      'wrong_state',
      'A blank is subtracted. Take it off the trace no longer, then upload another.',
    );
  }
  const problem = whyNoBlank(row, read);
  if (problem) return refuse('invalid_fields', problem, { errors: [{ path: 'file', message: problem }] });
  const fileKey = `raw/${read.sha256}`;
  await files.put(fileKey, file.bytes, 'application/octet-stream');
  const blank = await keepBlankRow(tx, {
    id: randomUUID(),
    fileKey,
    fileName: safeFileName(file.name),
    sha256: read.sha256,
    sizeBytes: file.bytes.length,
    format: read.format,
    acquisition: read.acquisition,
    wavelengthNm: read.wavelengthNm,
    signalUnit: read.unit,
    trace: read.trace,
    uploadedBy: by,
    uploadedAt: clock.now(),
  });
  await updateIntegration(tx, row, { blankId: blank.id, blankBy: null, blankAt: null });
  return {
    version: row.version + 1,
    file_name: blank.fileName,
    sha256: blank.sha256,
    before: row.blank && { file_name: row.blank.fileName, sha256: row.blank.sha256 },
  };
}

/** Why a file cannot be the blank of a chromatogram. Undefined if it can. */
function whyNoBlank(row: StoredChromatogram, read: ReadFile): string | undefined {
  if (row.sha256 === read.sha256) return 'This is the file of the trace itself, not a blank.';
  if (row.signalUnit !== read.unit) {
    return `The blank counts ${read.unit} and the trace ${row.signalUnit}: one cannot be subtracted from the other.`;
  }
  if (row.wavelengthNm !== null && read.wavelengthNm !== null && row.wavelengthNm !== read.wavelengthNm) {
    return `The blank was read at ${read.wavelengthNm} nm and the trace at ${row.wavelengthNm} nm: one cannot be subtracted from the other.`;
  }
  return undefined;
}

type Switched = {
  row: StoredChromatogram;
  isSubtracted: boolean;
  proposed: Extract<Done['propose'], { ok: true }>;
};

/**
 * Subtracts the blank or takes it off again, and finds the peaks anew. Stores nothing. Refusals: `wrong_state`,
 * `stale_draft`, `chromatogram_unreadable`.
 */
export async function switchBlank(
  ctx: ChromatogramsContext,
  revisionId: string | undefined,
  { subtracted: isSubtracted, version }: BlankBody,
): Promise<Switched | Refusal> {
  const { orm } = ctx.platform.db;
  const row = revisionId === undefined ? undefined : await findChromatogram(orm, revisionId);
  if (!row?.blankId) return refuse('wrong_state', 'There is no draft with a chromatogram and a blank.');
  if (row.version !== version) return refuse('stale_draft');
  if (row.isSubtracted === isSubtracted) {
    return refuse('wrong_state', isSubtracted ? 'The blank is subtracted.' : 'The blank is not subtracted.');
  }
  const trace = row.rawTrace ?? row.trace;
  const proposed = await ctx.workers.ask({
    kind: 'propose',
    trace,
    blank: isSubtracted ? await selectBlankTrace(orm, row.blankId) : null,
    instrument: row.instrument,
    options: optionsOf(row.method, unpackTrace(trace)),
  });
  return proposed.ok ? { row, isSubtracted, proposed } : refuse('chromatogram_unreadable', proposed.message);
}

/** Stores the result of `switchBlank`; returns the change for the audit log. Refusal: `stale_draft`. */
export async function saveBlank(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  { row, isSubtracted, proposed }: Switched,
  { revisionId, by }: { revisionId: string; by: string },
) {
  if (revisionId !== row.revisionId) return refuse('stale_draft');
  const { trace, peaks, mainPeak, purityPercent, method, noticed, uncounted, proposal, limitsBy } = proposed;
  const change: Partial<ChromatogramRow> = {
    trace,
    rawTrace: isSubtracted ? row.trace : null,
    peaks,
    mainPeak,
    purityPercent,
    method,
    noticed,
    uncounted,
    proposal,
    limitsBy,
    baseline: limitsBy === 'instrument' ? 'instrument' : proposal.baseline,
    proposedPurity: purityPercent,
    changedBy: null,
    changedAt: null,
    reason: null,
    blankBy: by,
    blankAt: clock.now(),
  };
  if (!(await updateIntegration(tx, row, change))) return refuse('stale_draft');
  return {
    version: row.version + 1,
    blank: row.blank && { file_name: row.blank.fileName, sha256: row.blank.sha256 },
    before: { subtracted: row.isSubtracted, ...measuredBefore(row) },
    after: {
      subtracted: isSubtracted,
      ...measuredBefore({ ...row, ...proposed, baseline: change.baseline ?? row.baseline }),
    },
  };
}
