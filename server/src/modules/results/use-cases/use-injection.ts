import type { UseInjection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import {
  addReplicate,
  describeInjections,
  explainUnused,
  removeReplicate,
  replaceChromatogram,
  takeOutChromatogram,
  thousandsOf,
} from '../../chromatograms/chromatograms.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft, findDraft } from './change-request.ts';
import { drawnWish, readBeside } from './put-replicate.ts';

/**
 * Shows an injection, counts it with the shown one, or stores why it is not used. The one that was shown before then
 * needs a reason.
 */
export async function chooseInjection(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  injectionId: string,
  choice: UseInjection,
): Promise<LabRequest | Refusal> {
  const request = await findWorkable(ctx, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const { db, files } = ctx.platform;
  const states = await describeInjections(ctx.chromatograms, db.orm, {
    requestId: request.id,
    revisionId: undefined,
  });
  const found = states.find(({ injection }) => injection.id === injectionId)?.injection;
  if (!found) return refuse('not_found');
  const isReplicate = choice.used && choice.as === 'replicate';
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const beside = isReplicate && seen ? await drawnWish(ctx, seen.id) : undefined;
  const wish = { ...beside, thousands: await thousandsOf(ctx.chromatograms, db.orm, found.id) };
  const read = choice.used
    ? await readBeside(ctx, viewer, idOrTask, await files.get(found.fileKey), wish)
    : undefined;
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const { tx } = locked;
    const of = { requestId: request.id, revisionId: draft.id };
    const before = await describeInjections(ctx.chromatograms, tx, of);
    const used = before.find(({ isDrawn }) => isDrawn)?.injection;
    const reasonBefore = before.find(({ injection }) => injection.id === found.id)?.reason ?? null;
    const reason = choice.reason || null;
    if (read && isReplicate) {
      const counted = await addReplicate(ctx.chromatograms, tx, {
        revisionId: draft.id,
        injection: found,
        read,
        reason: choice.reason,
      });
      if (isRefusal(counted)) return counted;
    } else if (read && used?.id !== found.id) {
      await replaceChromatogram(ctx.chromatograms, tx, { revisionId: draft.id, injection: found, read });
    }
    if (!read) {
      if (used?.id === found.id) await takeOutChromatogram(ctx.chromatograms, tx, draft.id);
      else await removeReplicate(ctx.chromatograms, tx, { revisionId: draft.id, injectionId });
      const note = { injectionId, revisionId: draft.id, reason: choice.reason, by: viewer.id };
      await explainUnused(ctx.chromatograms, tx, note);
    }
    await recordRevision(ctx, tx, viewer, 'injection_chosen', await touchDraft(ctx, tx, draft), {
      file_name: found.fileName,
      sha256: found.sha256,
      used: choice.used,
      ...(isReplicate && { as: choice.as }),
      reason: reasonBefore !== null && reasonBefore !== reason ? { from: reasonBefore, to: reason } : reason,
      before: used ? { file_name: used.fileName, sha256: used.sha256 } : null,
    });
    return undefined;
  });
}
