import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { closeCheckout, paymentsFor } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import { listExpired, listTimeline, listToRemind, lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { noteOnTimeline, SYSTEM, transition } from '../orders.transitions.ts';
import { holdsExpiry, REMIND_SECONDS } from '../rules/expiry.ts';
import { isOpenForChange } from '../rules/lifecycle.ts';
import { subjectOf } from '../rules/order-payments.ts';

/** Reminds of unpaid orders, and ends them. */
export const expireOrdersJob = defineJob('orders.expire', z.object({}), { every: '*/5 * * * *' });

/** Sends one reminder about each draft that expires soon; returns how many. */
export function remindOfExpiry(ctx: OrdersContext): Promise<number> {
  const { clock, db } = ctx.platform;
  const now = clock.now();
  const until = secondsAfter(now, REMIND_SECONDS);
  return forEachDue(ctx, (after) => listToRemind(db.orm, now, until, after), remindOwner);
}

/** Ends unpaid orders that have expired, unless money is on its way. Returns how many. */
export function expireOrders(ctx: OrdersContext): Promise<number> {
  const { clock, db } = ctx.platform;
  return forEachDue(ctx, (after) => listExpired(db.orm, clock.now(), after), expireOrder);
}

/** Writes the reminder to the timeline; false if it is not needed any more. */
function remindOwner(ctx: OrdersContext, id: string): Promise<boolean> {
  const { clock, db } = ctx.platform;
  return db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (row?.status !== 'draft' || !row.expiresAt || row.expiresAt <= clock.now()) return false;
    const timeline = await listTimeline(tx, id);
    if (timeline.some(({ kind }) => kind === 'reminded')) return false;
    await noteOnTimeline(ctx, tx, row, 'reminded', null);
    return true;
  });
}

async function expireOrder(ctx: OrdersContext, id: string): Promise<boolean> {
  const { clock, db } = ctx.platform;
  if ((await paymentsFor(ctx.payments, subjectOf(id))).some(holdsExpiry)) return false;
  const closed = await closeCheckout(ctx.payments, subjectOf(id));
  if (closed !== 'closed') return false;
  const outcome = await db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (!row || !isOpenForChange(row.status) || !row.expiresAt || row.expiresAt > clock.now())
      return undefined;
    const change = { cancelledAt: clock.now(), cancelledBy: 'expiry' as const, expiresAt: null };
    return transition(ctx, tx, row, 'expired', { actor: SYSTEM, change });
  });
  return outcome !== undefined && !isRefusal(outcome);
}

/** Runs `work` for each order, page by page; returns how often it did something. */
async function forEachDue(
  ctx: OrdersContext,
  list: (after: string | undefined) => Promise<RequestRow[]>,
  work: (ctx: OrdersContext, id: string) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ; ) {
    const due = await list(after);
    for (const { id } of due) {
      try {
        if (await work(ctx, id)) count += 1;
      } catch (error) {
        // An order that fails is tried again in five minutes.
        ctx.platform.log.error({ err: error, requestId: id }, 'the clock could not act on an order');
      }
    }
    after = due.at(-1)?.id;
    if (!after) return count;
  }
}
