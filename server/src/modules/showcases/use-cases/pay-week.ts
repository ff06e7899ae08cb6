import { dayOf } from '@vialproof/contract/working-days';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PageAsk, Sale } from '../../orders/orders.service.ts';
import { RESERVED_SECONDS, SHORTEST_PAGE_SECONDS } from '../rules/reservations.ts';
import { isReserved } from '../rules/states.ts';
import type { ShowcasesContext } from '../showcases.context.ts';
import { findShowcase, lockShowcase, updateShowcase } from '../showcases.store.ts';
import type { ShowcaseRow } from '../showcases.tables.ts';
import { subjectOf } from '../showcases.transitions.ts';

/**
 * Opens the hosted page on which a reserved week is paid; undefined when there is no such week. Refuses not_found,
 * already_paid, order_locked, price_changed, and what the provider's page refuses.
 */
export async function payWeek(
  ctx: ShowcasesContext,
  viewer: Viewer,
  ask: PageAsk,
): Promise<{ url: string } | Refusal | undefined> {
  const { orders, payments, platform } = ctx;
  const found = await findShowcase(platform.db.orm, ask.requestId);
  if (!found) return undefined;
  if (found.accountId !== viewer.id) return refuse('not_found');
  const closed = await refuseUnwanted(ctx, found);
  if (closed) return closed;
  if (ask.amountCents !== found.amountCents) {
    return refuse('price_changed', undefined, { amount_cents: found.amountCents });
  }
  const expiresAt = await keepPlace(ctx, found.id);
  if (isRefusal(expiresAt)) return expiresAt;
  const request = await orders.select(found.requestId);
  const sku = await orders.skuOf(request);
  const ownPage = `${platform.publicUrl()}/dashboard/showcases?request_id=${request.id}`;
  const page = await payments.openCheckout({
    paymentId: ask.operationId,
    subject: subjectOf(found.id),
    customerId: viewer.id,
    customerEmail: await ctx.accounts.selectEmail(viewer.id),
    description: `A week of display in Discoveries: ${sku.name}`,
    reference: String(request.taskNumber),
    amountCents: found.amountCents,
    currency: found.currency,
    provider: ask.provider,
    // Back to the weeks of the test: they follow what is not confirmed yet.
    successUrl: ownPage,
    cancelUrl: ownPage,
    expiresAt,
  });
  if (isRefusal(page)) return page;
  const lost = await refuseUnwanted(ctx, found);
  if (!lost) return { url: page.url };
  // The result was withdrawn while the provider was asked: nobody shall pay on that page.
  await payments.closeCheckout(subjectOf(found.id));
  return lost;
}

/** Until when the page may stay open: as long as the place is kept, which is a little longer for a page that is opened late. */
function keepPlace({ platform }: ShowcasesContext, id: string): Promise<Date | Refusal> {
  const now = platform.clock.now();
  return platform.db.transaction<Date | Refusal>(async (tx) => {
    const row = await lockShowcase(tx, id);
    if (!row || !isReserved(row, now)) return refuse('order_locked', RAN_OUT);
    const soonest = secondsAfter(now, SHORTEST_PAGE_SECONDS);
    // Not again and again: nobody keeps a place by opening pages.
    const isInTime = now < secondsAfter(row.createdAt, RESERVED_SECONDS);
    if (row.reservedUntil >= soonest || !isInTime) return row.reservedUntil;
    await updateShowcase(tx, id, { reservedUntil: soonest, updatedAt: now });
    return soonest;
  });
}

const RAN_OUT = 'This week is not reserved any more. Reserve another one; nothing was charged.';

/** Why nobody waits for this money; undefined while its owner does. */
async function refuseUnwanted(
  { publications, platform }: ShowcasesContext,
  { id, requestId }: Pick<ShowcaseRow, 'id' | 'requestId'>,
): Promise<Refusal | undefined> {
  const { clock, db } = platform;
  const row = await findShowcase(db.orm, id);
  if (row?.paymentId) return refuse('already_paid', 'This week is paid already.');
  const now = clock.now();
  if (!row || !isReserved(row, now) || row.startsOn < dayOf(now)) return refuse('order_locked', RAN_OUT);
  const shown = await publications.publishedTests([requestId], db.orm);
  return shown.size > 0 ? undefined : refuse('order_locked', 'This result cannot be displayed any more.');
}

/** The test whose display was paid, and whether a confirmed payment has been settled. Undefined when there is no such week. */
export async function findWeekSale(
  { platform }: ShowcasesContext,
  id: string,
  paymentId: string,
): Promise<Sale | undefined> {
  const row = isUuid(id) ? await findShowcase(platform.db.orm, id) : undefined;
  if (!row) return undefined;
  return { orderId: row.requestId, groupId: null, isCounted: row.paymentId === paymentId };
}
