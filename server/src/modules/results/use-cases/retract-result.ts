import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { reopenOrder } from '../../orders/orders.service.ts';
import { refuseReadOnly } from '../../transparency/transparency.service.ts';
import type { ResultsContext } from '../results.context.ts';
import { moveRevision, recordRevision } from '../results.transitions.ts';
import { changeRequest } from './change-request.ts';

/** Withdraws the published revision. Refusal: `log_read_only`. */
export async function retractResult(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  reason: string,
): Promise<LabRequest | Refusal> {
  const refused = await refuseReadOnly(ctx.transparency);
  if (refused) return refused;
  return changeRequest(ctx, viewer, idOrTask, async ({ tx, request, chain }) => {
    const current = chain.find((row) => row.state === 'published');
    if (!current) return refuse('wrong_state', 'There is no published result to withdraw.');
    const change = {
      retractReason: reason,
      retractedAt: ctx.platform.clock.now(),
      retractedBy: viewer.id,
    };
    const retracted = await moveRevision(ctx, tx, current, 'retracted', change);
    if (isRefusal(retracted)) return retracted;
    const reopened = await reopenOrder(ctx.orders, tx, request, viewer.id, reason);
    if (isRefusal(reopened)) return reopened;
    await recordRevision(ctx, tx, viewer, 'retracted', retracted, { reason });
    return ctx.afterRetraction(tx, request.id);
  });
}
