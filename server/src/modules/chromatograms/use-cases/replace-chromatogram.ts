import { randomUUID } from 'node:crypto';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { ChannelWish } from '@vialproof/science/chromatography/channel-choice';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ReadDone } from '../adapters/chromatogram-worker.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import { replaceTrace } from '../chromatograms.store.ts';
import type { InjectionRow } from '../injections.tables.ts';
import { pointsKey } from '../rules/points-key.ts';

/** What a readable file contains, with automatic peaks. */
export type ReadFile = Extract<ReadDone, { ok: true }>;

/**
 * Reads a file in a thread, and finds its peaks by the test's method. Refusals: `chromatogram_unreadable` (with the
 * line of the file, if known), `ambiguous_numbers` until a person has chosen how to read the numbers.
 */
export async function readChromatogramFile(
  ctx: ChromatogramsContext,
  bytes: Uint8Array,
  { options, wish }: { options: IntegrationOptions | null; wish?: ChannelWish },
): Promise<ReadFile | Refusal> {
  const read = await ctx.workers.ask({ kind: 'read', bytes, options, wish });
  if (read.ok) return read;
  const errors = [{ path: 'file', message: read.message }];
  if (read.readings) return refuse('ambiguous_numbers', read.message, { errors, readings: read.readings });
  return refuse('chromatogram_unreadable', read.message, { errors });
}

/** Shows another injection, with automatic peaks. */
export async function replaceChromatogram(
  ctx: ChromatogramsContext,
  tx: Tx,
  { revisionId, injection, read }: { revisionId: string; injection: InjectionRow; read: ReadFile },
): Promise<void> {
  const { fileKey, fileName, sha256, sizeBytes, uploadedBy, uploadedAt } = injection;
  ctx.drawn.set(pointsKey({ fileKey, channel: read.channel }), read.drawn);
  await replaceTrace(tx, {
    id: randomUUID(),
    revisionId,
    fileKey,
    fileName,
    sha256,
    sizeBytes,
    wavelengthNm: read.wavelengthNm,
    channel: read.channel,
    thousands: read.thousands ?? null,
    channels: read.channels,
    trace: read.trace,
    signalUnit: read.unit,
    format: read.format,
    fileWarnings: read.warnings,
    vendorPeaks: read.vendorPeaks,
    noticed: read.noticed,
    uncounted: read.uncounted,
    peaks: read.peaks,
    mainPeak: read.mainPeak,
    purityPercent: read.purityPercent,
    method: read.method,
    baseline: read.limitsBy === 'instrument' ? 'instrument' : read.proposal.baseline,
    limitsBy: read.limitsBy,
    changedBy: null,
    changedAt: null,
    reason: null,
    proposedPurity: read.purityPercent,
    explained: null,
    blankId: null,
    rawTrace: null,
    blankBy: null,
    blankAt: null,
    injections: null,
    run: null,
    proposal: read.proposal,
    instrument: read.instrument,
    uploadedBy,
    uploadedAt,
  });
}
