import type { LabRequest } from '@vialproof/contract/lab';
import { reviewerOnly, type Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ResultsContext } from '../results.context.ts';
import { requestAfter } from '../results.queries.ts';
import { moveRevision, recordRevision, withLockedRequest } from '../results.transitions.ts';
import { isOpen } from '../rules/revisions.ts';

/** In review → draft, with what to change. */
export async function sendBackResult(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  comment: string,
): Promise<LabRequest | Refusal> {
  const forbidden = reviewerOnly(viewer);
  if (forbidden) return forbidden;
  const sentBack = await withLockedRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const open = chain.find((row) => isOpen(row.state));
    if (!open) return refuse('wrong_state');
    const returned = await moveRevision(ctx, tx, open, 'returned', { returnComment: comment });
    if (isRefusal(returned)) return returned;
    await recordRevision(ctx, tx, viewer, 'returned', returned, { comment });
    return request;
  });
  return requestAfter(ctx, viewer, sentBack);
}
