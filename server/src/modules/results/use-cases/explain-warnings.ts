import type { ExplainBody } from '@vialproof/contract/chromatograms';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { keepWarningReasons } from '../../chromatograms/chromatograms.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { recordRevision, touchDraft } from '../results.transitions.ts';
import { changeDraft } from './change-request.ts';

/** Stores why the draft's purity is reported in spite of warnings. */
export function explainWarnings(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  body: ExplainBody,
): Promise<LabRequest | Refusal> {
  return changeDraft(ctx, viewer, idOrTask, async (draft, { tx }) => {
    const said = { ...body, revisionId: draft.id, by: viewer.id };
    const change = await keepWarningReasons(ctx.chromatograms, tx, said);
    if (isRefusal(change)) return change;
    await recordRevision(ctx, tx, viewer, 'warnings_explained', await touchDraft(ctx, tx, draft), change);
    return undefined;
  });
}
