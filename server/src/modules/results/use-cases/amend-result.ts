import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { inheritChromatogram, keepInjectionState } from '../../chromatograms/chromatograms.service.ts';
import { refuseReadOnly } from '../../transparency/transparency.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { copyContributorsAndAttachments } from '../results.store.ts';
import { beginDraft, recordRevision } from '../results.transitions.ts';
import { isOpen } from '../rules/revisions.ts';
import { changeRequest } from './change-request.ts';

/** Begins a correction of the published result, which stays valid until then. Refusal: `log_read_only`. */
export async function amendResult(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  reason: string,
): Promise<LabRequest | Refusal> {
  const refused = await refuseReadOnly(ctx.transparency);
  if (refused) return refused;
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const published = chain.find((row) => row.state === 'published');
    if (!published) return refuse('wrong_state', 'Only a published result can be amended.');
    if (chain.some((row) => isOpen(row.state)))
      return refuse('wrong_state', 'An amendment is already being worked on.');
    const { title, summary, measurements, record } = published;
    const content = { requestId: request.id, title, summary, measurements, record, amendReason: reason };
    const draft = await beginDraft(ctx, tx, viewer, chain, content);
    await copyContributorsAndAttachments(tx, published.id, draft.id);
    await inheritChromatogram(ctx.chromatograms, tx, published.id, draft.id);
    await keepInjectionState(ctx.chromatograms, tx, draft.id, draft.createdAt);
    await recordRevision(ctx, tx, viewer, 'amendment_begun', draft, { reason });
    return undefined;
  });
}
