import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import type { Upload } from '../../../platform/uploads.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordRevision, refuseUpload, touchDraft } from '../results.transitions.ts';
import { changeDraft } from './change-request.ts';

/** Reads a trace, proposes its peaks, and puts it in the place of the draft's trace. Refuses chromatogram_unreadable. */
export async function putChromatogram(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const read = await ctx.chromatograms.readFile(file.bytes);
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const { tx } = locked;
    await ctx.chromatograms.replace(tx, { revisionId: draft.id, file, read, by: viewer.id });
    await recordRevision(ctx, tx, viewer, 'chromatogram_put', await touchDraft(ctx, tx, draft));
    return undefined;
  });
}
