import type { BlankBody } from '@vialproof/contract/chromatograms';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Thousands } from '@vialproof/contract/thousands';
import type { Viewer } from '../../../platform/access.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import {
  findTraceFacts,
  readChromatogramFile,
  saveBlank,
  storeBlank,
  switchBlank,
} from '../../chromatograms/chromatograms.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordRevision, refuseUpload, touchDraft } from '../results.transitions.ts';
import { changeDraft, findDraft } from './change-request.ts';

/**
 * Reads a run of only solvent, and stores it as the blank of the draft's chromatogram. Refusals:
 * `chromatogram_unreadable`, `invalid_fields`.
 */
export async function putBlank(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  file: Upload,
  thousands?: Thousands,
): Promise<LabRequest | Refusal> {
  const refused = await refuseUpload(ctx, viewer, idOrTask, file);
  if (refused) return refused;
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const trace = seen && (await findTraceFacts(ctx.chromatograms, ctx.platform.db.orm, seen.id));
  const { channel, wavelength_nm: nm } = trace?.facts ?? {};
  const wish = { channel: channel ?? undefined, preferredNm: nm ?? undefined, thousands };
  const read = await readChromatogramFile(ctx.chromatograms, file.bytes, { options: null, wish });
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, async (draft, { tx }) => {
    const blank = { revisionId: draft.id, file, read, by: viewer.id };
    const change = await storeBlank(ctx.chromatograms, tx, blank);
    if (isRefusal(change)) return change;
    await recordRevision(ctx, tx, viewer, 'blank_put', await touchDraft(ctx, tx, draft), change);
    return undefined;
  });
}

/** Subtracts the blank or takes it off again, and finds the peaks anew. */
export async function subtractBlank(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  body: BlankBody,
): Promise<LabRequest | Refusal> {
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const switched = await switchBlank(ctx.chromatograms, seen?.id, body);
  if (isRefusal(switched)) return switched;
  return changeDraft(ctx, viewer, idOrTask, async (draft, { tx }) => {
    const by = { revisionId: draft.id, by: viewer.id };
    const change = await saveBlank(ctx.chromatograms, tx, switched, by);
    if (isRefusal(change)) return change;
    await recordRevision(ctx, tx, viewer, 'blank_switched', await touchDraft(ctx, tx, draft), change);
    return undefined;
  });
}
