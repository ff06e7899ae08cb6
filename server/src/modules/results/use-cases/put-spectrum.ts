import { randomUUID } from 'node:crypto';
import type { Spectrum } from '@vialproof/contract/spectra';
import type { Viewer } from '../../../platform/access.ts';
import { safeFileName } from '../../../platform/files/file-names.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { readSpectrumFile } from '../../chromatograms/chromatograms.service.ts';
import { selectOrder } from '../../orders/orders.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { presentSpectrum } from '../results.presenter.ts';
import { openDraft, recordRevision, refuseUpload, withLockedRequest } from '../results.transitions.ts';
import { findSpectrum, insertSpectrum, lockSpectrum } from '../spectra.store.ts';

/**
 * Stores the file of a mass spectrum and returns its peaks. A saved draft must name it. Refusals:
 * `spectrum_unreadable`, `trace_used_elsewhere`.
 */
export async function putSpectrum(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
): Promise<Spectrum | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const read = await readSpectrumFile(ctx.chromatograms, file.bytes);
  if (isRefusal(read)) return read;
  return withLockedRequest<Spectrum>(ctx, viewer, idOrTask, async (locked) => {
    const { tx, request } = locked;
    const draft = await openDraft(ctx, viewer, locked);
    if (isRefusal(draft)) return draft;
    await lockSpectrum(tx, read.sha256);
    const known = await findSpectrum(tx, read.sha256);
    if (known && known.requestId !== request.id) {
      const { taskNumber } = await selectOrder(ctx.orders, known.requestId, tx);
      return refuse(
        'trace_used_elsewhere',
        `This spectrum is stored under task ${taskNumber}, so it cannot be one of task ${request.taskNumber}.`,
      );
    }
    // If the same file is sent again, it is stored once.
    if (known) return presentSpectrum(known);
    const fileKey = `raw/${read.sha256}`;
    await ctx.platform.files.put(fileKey, file.bytes, 'application/octet-stream');
    const row = {
      id: randomUUID(),
      requestId: request.id,
      fileKey,
      fileName: safeFileName(file.name),
      sha256: read.sha256,
      sizeBytes: file.bytes.length,
      format: read.format,
      fromMz: read.from_mz,
      toMz: read.to_mz,
      sticks: read.sticks,
      uploadedBy: viewer.id,
      uploadedAt: ctx.platform.clock.now(),
    };
    await insertSpectrum(tx, row);
    const { fileName: file_name, sha256 } = row;
    await recordRevision(ctx, tx, viewer, 'spectrum_put', draft, { file_name, sha256 });
    return presentSpectrum(row);
  });
}
