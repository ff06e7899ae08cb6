import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ResultsContext } from '../results.context.ts';
import { moveRevision, recordRevision } from '../results.transitions.ts';
import { isOpen } from '../rules/revisions.ts';
import { changeRequest } from './change-request.ts';

/** Returns a result in review to the analyst, with a comment. */
export async function sendBackResult(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  comment: string,
): Promise<LabRequest | Refusal> {
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, chain }) => {
    const open = chain.find((row) => isOpen(row.state));
    if (!open) return refuse('wrong_state');
    const returned = await moveRevision(ctx, tx, open, 'returned', { returnComment: comment });
    if (isRefusal(returned)) return returned;
    await recordRevision(ctx, tx, viewer, 'returned', returned, { comment });
    return undefined;
  });
}
