import type { Order, OrderDetails } from '@vialproof/contract/orders';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { closeCheckout, paymentsFor } from '../../payments/payments.service.ts';
import { describeOrder, findOwnOrder } from '../orders.queries.ts';
import type { OrdersContext } from '../orders.service.ts';
import { lockOrder } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { changeOrder, transition } from '../orders.transitions.ts';
import { isOpenForChange } from '../rules/lifecycle.ts';
import { isUnderWay, subjectOf } from '../rules/order-payments.ts';
import { finalPriceCents } from '../rules/price.ts';

type Specimen = {
  compound_name?: string | undefined;
  dosage_text?: string | undefined;
  manufacturer?: string | undefined;
  batch_code?: string | undefined;
  notes?: string | undefined;
};

/**
 * Changes details and visibility of an unpaid order. The server computes the discount. A new price closes the payment
 * page. Refusals: `not_found`, `order_locked`, `price_changed`.
 */
export async function putOrderDetails(
  ctx: OrdersContext,
  viewer: Viewer,
  id: string,
  details: OrderDetails,
): Promise<Order | Refusal> {
  const before = await findOwnOrder(ctx, viewer, id);
  if (isRefusal(before)) return before;
  if (!isOpenForChange(before.status)) return refuse('order_locked');
  const isPublic = details.visibility === 'public';
  const percent = isPublic ? ctx.platform.config.publicDiscountPercent : 0;
  const price = finalPriceCents(before.basePriceCents, percent, details.visibility);
  if (
    isPublic &&
    details.public_discount_percent !== undefined &&
    details.public_discount_percent !== percent
  ) {
    return refuse('price_changed', undefined, { amount_cents: price });
  }
  const reprices = before.status === 'pending_payment' && price !== before.finalPriceCents;
  if (reprices) {
    const closed = await closeCheckout(ctx.payments, subjectOf(id));
    if (isRefusal(closed)) return closed;
    if (closed === 'already_paid') return refuse('order_locked');
  }
  const saved = await ctx.platform.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (!row || !isOpenForChange(row.status)) return refuse('order_locked');
    const change = {
      visibility: details.visibility,
      publicDiscountPercent: percent,
      finalPriceCents: price,
      ...specimenColumns(details),
    };
    if (row.status !== 'pending_payment' || price === row.finalPriceCents)
      return changeOrder(ctx, tx, id, change);
    if (!reprices || (await paymentsFor(ctx.payments, subjectOf(id), tx)).some(isUnderWay))
      return refuse('order_locked', 'A payment page was opened in the meantime. Please try again.');
    const actor = { kind: 'customer' as const, id: viewer.id };
    return transition(ctx, tx, row, 'reopened_for_change', { actor, change });
  });
  return isRefusal(saved) ? saved : describeOrder(ctx, saved);
}

/** Stores the description of a group's vial. Refusal: `wrong_state`. */
export async function putGroupSpecimen(
  ctx: OrdersContext,
  tx: Tx,
  requestId: string,
  specimen: Specimen,
): Promise<RequestRow | Refusal> {
  const row = await lockOrder(tx, requestId);
  if (row?.status !== 'awaiting_sample') return refuse('wrong_state');
  return changeOrder(ctx, tx, requestId, specimenColumns(specimen));
}

function specimenColumns(specimen: Specimen) {
  return {
    compoundName: specimen.compound_name ?? null,
    dosageText: specimen.dosage_text ?? null,
    manufacturer: specimen.manufacturer ?? null,
    batchCode: specimen.batch_code ?? null,
    notes: specimen.notes ?? null,
  };
}
