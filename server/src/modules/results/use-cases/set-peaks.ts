import type { PeaksBody } from '@vialproof/contract/chromatograms';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { integrateAnew, saveIntegration } from '../../chromatograms/chromatograms.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft, findDraft } from './change-request.ts';

/**
 * Stores the peaks, main peak and baseline that a person set, and computes the areas. Refusals: `invalid_fields`,
 * `stale_draft`.
 */
export async function setPeaks(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  body: PeaksBody,
): Promise<LabRequest | Refusal> {
  const seen = await findDraft(ctx, viewer, idOrTask);
  if (isRefusal(seen)) return seen;
  const integration = await integrateAnew(ctx.chromatograms, seen?.id, body);
  if (isRefusal(integration)) return integration;
  return changeDraft(ctx, viewer, idOrTask, async (draft, locked) => {
    const by = { revisionId: draft.id, by: viewer.id };
    const change = await saveIntegration(ctx.chromatograms, locked.tx, integration, by);
    if (isRefusal(change)) return change;
    const touched = await touchDraft(ctx, locked.tx, draft);
    await recordRevision(ctx, locked.tx, viewer, 'peaks_set', touched, change);
    return undefined;
  });
}
