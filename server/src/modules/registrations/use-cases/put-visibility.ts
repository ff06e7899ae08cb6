import { randomUUID } from 'node:crypto';
import type { OrderDetails } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import {
  changeVisibility,
  findOwnOrder,
  lockOrderForChange,
  putOrderDetails,
  type TestRequestRecord,
} from '../../orders/orders.service.ts';
import { registerGoods } from '../../payments/payments.service.ts';
import { whyTooLate } from '../registrations.queries.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findWithdrawalOf, insertWithdrawal, updateWithdrawal } from '../registrations.store.ts';
import { closePageSoon } from '../registrations.transitions.ts';
import { discountDueCents } from '../rules/withdrawals.ts';

/**
 * Makes a person's own test public or private. Before the payment this changes the price. Later, private needs the
 * discount back. Refusals: `not_found`, `already_published`, `order_locked`, `own_order` for staff, `wrong_state` for
 * the test of a group.
 */
export async function putVisibility(
  ctx: RegistrationsContext,
  viewer: Viewer,
  id: string,
  visibility: Visibility,
): Promise<undefined | Refusal> {
  const { orders, platform } = ctx;
  const own = await findOwnOrder(orders, viewer, id);
  if (isRefusal(own)) return own;
  if (own.status === 'draft' || own.status === 'pending_payment') {
    if (own.visibility === visibility) return undefined;
    const saved = await putOrderDetails(orders, viewer, id, { ...detailsOf(own), visibility });
    return isRefusal(saved) ? saved : undefined;
  }
  return platform.db.transaction<undefined | Refusal>(async (tx) => {
    const row = await lockOrderForChange(orders, tx, id);
    if (row.status === 'cancelled') return refuse('order_locked', 'This order was cancelled.');
    if (visibility === 'public' && row.visibility === 'public') return dropWish(ctx, tx, row);
    const late = visibility === row.visibility ? undefined : await whyTooLate(ctx, tx, row);
    if (late?.code === 'own_order' && visibility === 'private') return late;
    const isFree = visibility === 'public' || discountDueCents(row, await findWithdrawalOf(tx, id)) === 0;
    if (!isFree && !late) return keepWish(ctx, tx, row);
    const changed = await changeVisibility(orders, tx, row, visibility, viewer);
    return isRefusal(changed) ? changed : undefined;
  });
}

/** Stores that the owner wants to make the test private. */
async function keepWish(ctx: RegistrationsContext, tx: Tx, row: TestRequestRecord): Promise<undefined> {
  const known = await findWithdrawalOf(tx, row.id);
  const now = ctx.platform.clock.now();
  if (!known) {
    const id = randomUUID();
    await insertWithdrawal(tx, {
      id,
      requestId: row.id,
      amountCents: discountDueCents(row, undefined),
      askedAt: now,
      droppedAt: null,
      paymentId: null,
      paidAt: null,
      updatedAt: now,
    });
    await registerGoods(ctx.payments, tx, 'withdrawal', [id]);
  } else if (known.droppedAt) {
    await updateWithdrawal(tx, known.id, { askedAt: now, droppedAt: null, updatedAt: now });
  }
}

/** Stores that the owner keeps the test public. A later payment is refunded. */
async function dropWish(ctx: RegistrationsContext, tx: Tx, row: TestRequestRecord): Promise<undefined> {
  const known = await findWithdrawalOf(tx, row.id);
  if (!known || known.droppedAt || known.paymentId) return;
  const now = ctx.platform.clock.now();
  await updateWithdrawal(tx, known.id, { droppedAt: now, updatedAt: now });
  await closePageSoon(ctx, tx, known);
}

/** The details of an unpaid order. */
function detailsOf(row: TestRequestRecord): Omit<OrderDetails, 'visibility'> {
  return {
    compound_name: row.compoundName ?? undefined,
    dosage_text: row.dosageText ?? undefined,
    manufacturer: row.manufacturer ?? undefined,
    batch_code: row.batchCode ?? undefined,
    notes: row.notes ?? undefined,
  };
}
