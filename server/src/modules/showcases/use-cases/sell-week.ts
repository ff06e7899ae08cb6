import { dayOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { selectOrder, skuOf } from '../../orders/orders.service.ts';
import type { Offer, Seller } from '../../payments/payments.service.ts';
import { publishedTests } from '../../publications/publications.service.ts';
import { contradiction } from '../rules/contradiction.ts';
import { RESERVED_SECONDS, SHORTEST_PAGE_SECONDS } from '../rules/reservations.ts';
import { isReserved } from '../rules/states.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { findShowcase, listAfter, listShowcases, lockShowcase, updateShowcase } from '../showcases.store.ts';
import { settleWeek } from './settle-week.ts';

/** Lets an owner pay a reserved week on the home page. The module payments calls this. */
export const weekSeller = (ctx: ShowcasesContext): Seller => ({
  kind: 'showcase',
  finding: 'showcase_differs',
  offer: (viewer, id) => offerWeek(ctx, viewer, id),
  keep: (id) => keepPlace(ctx, id),
  refuseUnwanted: (id) => refuseUnwanted(ctx, id),
  async settle(paymentIds) {
    for (const id of paymentIds) await settleWeek(ctx, id);
  },
  async describeSales(ids) {
    const rows = await listShowcases(ctx.platform.db.orm, ids);
    return rows.map(({ id, requestId, paymentId }) => ({ id, orderId: requestId, paymentId }));
  },
  async listAfter(tx, afterId, limit) {
    const rows = await listAfter(tx, afterId, limit);
    return rows.map((row) => ({
      ...row,
      async contradiction(payments) {
        const { taskNumber } = await selectOrder(ctx.orders, row.requestId, tx);
        return contradiction(row, taskNumber, payments);
      },
    }));
  },
});

/** The price and the texts of the payment page. Refusals: `not_found`, `already_paid`, `order_locked`. */
async function offerWeek(ctx: ShowcasesContext, viewer: Viewer, id: string): Promise<Offer | Refusal> {
  const { orders, platform } = ctx;
  const row = await findShowcase(platform.db.orm, id);
  if (row?.accountId !== viewer.id) return refuse('not_found');
  const closed = await refuseUnwanted(ctx, id);
  if (closed) return closed;
  const request = await selectOrder(orders, row.requestId);
  const sku = await skuOf(orders, request);
  // After the payment, the payer returns to the page about the result's weeks on the home page.
  const ownPage = `${platform.publicUrl()}/dashboard/showcases?request_id=${request.id}`;
  return {
    amountCents: row.amountCents,
    currency: row.currency,
    description: `A week of display in Discoveries: ${sku.name}`,
    reference: String(request.taskNumber),
    successUrl: ownPage,
    cancelUrl: ownPage,
    expiresAt: row.reservedUntil,
  };
}

/** How long the payment page may stay open. If it opens late, the reservation lasts a little longer. */
function keepPlace({ platform }: ShowcasesContext, id: string): Promise<Date | Refusal> {
  const now = platform.clock.now();
  return platform.db.transaction<Date | Refusal>(async (tx) => {
    const row = await lockShowcase(tx, id);
    if (!row || !isReserved(row, now)) return refuse('order_locked', RAN_OUT);
    const soonest = secondsAfter(now, SHORTEST_PAGE_SECONDS);
    // A payment page extends the reservation only once, because otherwise a person could keep a place by opening pages.
    const isInTime = now < secondsAfter(row.createdAt, RESERVED_SECONDS);
    if (row.reservedUntil >= soonest || !isInTime) return row.reservedUntil;
    await updateShowcase(tx, id, { reservedUntil: soonest, updatedAt: now });
    return soonest;
  });
}

const RAN_OUT = 'This week is not reserved any more. Reserve another one; nothing was charged.';

/** Why the owner may not pay. Undefined if the owner may. */
async function refuseUnwanted(
  { publications, platform }: ShowcasesContext,
  id: string,
): Promise<Refusal | undefined> {
  const { clock, db } = platform;
  const row = await findShowcase(db.orm, id);
  if (row?.paymentId) return refuse('already_paid', 'This week is paid already.');
  const now = clock.now();
  if (!row || !isReserved(row, now) || row.startsOn < dayOf(now)) return refuse('order_locked', RAN_OUT);
  const shown = await publishedTests(publications, [row.requestId], db.orm);
  return shown.size > 0 ? undefined : refuse('order_locked', 'This result cannot be displayed any more.');
}
