import type { UseInjection } from '@vialproof/contract/injections';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ResultsContext } from '../results.context.ts';
import { findWorkable, recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft } from './change-request.ts';

/**
 * Makes an injection the one that the draft reports, its peaks as proposed, or keeps why it is not. The one that was
 * reported before needs a reason of its own then; without any the draft has no trace.
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
  const states = await ctx.chromatograms.describeInjections(db.orm, {
    requestId: request.id,
    revisionId: undefined,
  });
  const found = states.find(({ injection }) => injection.id === injectionId)?.injection;
  if (!found) return refuse('not_found');
  const read = choice.used
    ? await ctx.chromatograms.readFile(await files.get(found.fileKey), {
        options: await ctx.methods.integrationOf(request.skuId),
      })
    : undefined;
  if (isRefusal(read)) return read;
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const { tx } = locked;
    const of = { requestId: request.id, revisionId: draft.id };
    const before = await ctx.chromatograms.describeInjections(tx, of);
    const used = before.find(({ isUsed }) => isUsed)?.injection;
    const reasonBefore = before.find(({ injection }) => injection.id === found.id)?.reason ?? null;
    const reason = choice.reason || null;
    if (read && used?.id !== found.id) {
      await ctx.chromatograms.replace(tx, { revisionId: draft.id, injection: found, read });
    }
    if (!read) {
      if (used?.id === found.id) await ctx.chromatograms.takeOut(tx, draft.id);
      const note = { injectionId, revisionId: draft.id, reason: choice.reason, by: viewer.id };
      await ctx.chromatograms.explainUnused(tx, note);
    }
    await recordRevision(ctx, tx, viewer, 'injection_chosen', await touchDraft(ctx, tx, draft), {
      file_name: found.fileName,
      sha256: found.sha256,
      used: choice.used,
      reason: reasonBefore !== null && reasonBefore !== reason ? { from: reasonBefore, to: reason } : reason,
      before: used ? { file_name: used.fileName, sha256: used.sha256 } : null,
    });
    return undefined;
  });
}
