import type { StaffShowcase } from '@vialproof/contract/showcases';
import { notOwnOrder, type Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { OrderEvent } from '../../orders/orders.service.ts';
import { readForStaff } from '../admin.queries.ts';
import { mayBeStopped } from '../rules/states.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { lockShowcase } from '../showcases.store.ts';
import { endAll, stop } from '../showcases.transitions.ts';

/** Lets an admin end a paid week, and refunds its remaining days. Refusals: `not_found`, `own_order`, `wrong_state`. */
export async function stopWeek(
  ctx: ShowcasesContext,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<StaffShowcase | Refusal> {
  if (!isUuid(id)) return refuse('not_found');
  const { clock, db } = ctx.platform;
  const done = await db.transaction<undefined | Refusal>(async (tx) => {
    const row = await lockShowcase(tx, id);
    if (!row) return refuse('not_found');
    const own = notOwnOrder(viewer, row.accountId);
    if (own) return own;
    const at = clock.now();
    if (!mayBeStopped(row, at))
      return refuse('wrong_state', 'Only a paid week that is not over can be ended.');
    const stopped = await stop(ctx, tx, row, { because: 'admin', reason, actorId: viewer.id });
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: 'showcase.stopped',
      subject: { kind: 'showcase', id },
      detail: { reason, stopped_on: stopped.stoppedOn, refund_cents: stopped.refundCents },
    });
    return undefined;
  });
  return isRefusal(done) ? done : readForStaff(ctx, id);
}

const ENDS_DISPLAY: readonly OrderEvent['event'][] = ['result_retracted', 'made_private', 'cancelled'];

/** Ends the weeks on the home page of a result that is now withdrawn or private. */
export async function endDisplayWithOrder(
  ctx: ShowcasesContext,
  tx: Tx,
  { requestId, event }: OrderEvent,
): Promise<void> {
  if (event === undefined || !ENDS_DISPLAY.includes(event)) return;
  await endAll(
    ctx,
    tx,
    { requestId },
    { because: 'not_public', reason: 'The result is not public any more' },
  );
}
