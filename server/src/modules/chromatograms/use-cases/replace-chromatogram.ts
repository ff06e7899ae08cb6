import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/database.ts';
import { safeFileName } from '../../../platform/file-names.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Upload } from '../../../platform/uploads.ts';
import type { ReadDone } from '../adapters/chromatogram-worker.ts';
import type { ChromatogramsContext } from '../chromatograms.context.ts';
import { replaceTrace } from '../chromatograms.store.ts';

/** What a file says, integrated as proposed. */
type ReadFile = Extract<ReadDone, { ok: true }>;

/** Reads and integrates a file in a thread. Refuses chromatogram_unreadable with the reason, and the line where there is one. */
export async function readChromatogramFile(
  ctx: ChromatogramsContext,
  bytes: Uint8Array,
): Promise<ReadFile | Refusal> {
  const read = await ctx.workers.ask({ kind: 'read', bytes });
  if (read.ok) return read;
  const errors = [{ path: 'file', message: read.message }];
  return refuse('chromatogram_unreadable', read.message, { errors });
}

/** Puts a file that was read in the place of the revision's chromatogram. */
export async function replaceChromatogram(
  ctx: ChromatogramsContext,
  tx: Tx,
  { revisionId, file, read, by }: { revisionId: string; file: Upload; read: ReadFile; by: string },
): Promise<void> {
  const fileKey = `chromatograms/${randomUUID()}`;
  ctx.drawn.set(fileKey, read.drawn);
  await ctx.platform.files.put(fileKey, file.bytes, 'application/octet-stream');
  await replaceTrace(tx, {
    id: randomUUID(),
    revisionId,
    fileKey,
    fileName: safeFileName(file.name),
    sha256: read.sha256,
    sizeBytes: file.bytes.length,
    wavelengthNm: read.wavelengthNm,
    trace: read.trace,
    signalUnit: read.unit,
    format: read.format,
    warnings: read.warnings,
    peaks: read.peaks,
    mainPeak: read.mainPeak,
    purityPercent: read.purityPercent,
    method: read.method,
    baseline: read.limitsBy === 'instrument' ? 'instrument' : read.proposal.baseline,
    limitsBy: read.limitsBy,
    changedBy: null,
    changedAt: null,
    proposal: read.proposal,
    instrument: read.instrument,
    uploadedBy: by,
    uploadedAt: ctx.platform.clock.now(),
  });
}
