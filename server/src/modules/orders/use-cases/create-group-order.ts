import { randomBytes, randomUUID } from 'node:crypto';
import { CARD } from '@vialproof/contract/payment-methods';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { registerGoods } from '../../payments/payments.service.ts';
import type { OrdersContext } from '../orders.service.ts';
import { insertOrder, insertReaders } from '../orders.store.ts';
import type { RequestRow } from '../orders.tables.ts';
import { SYSTEM, transition, writeCreation } from '../orders.transitions.ts';
import type { OrderEventKind } from '../rules/lifecycle.ts';
import { keyFrom } from '../rules/unique-key.ts';

/** The changes that lead from a new order to a paid one. The order of a group makes all of them at once. */
const TO_AWAITING_SAMPLE: OrderEventKind[] = ['checkout_opened', 'paid', 'ready_for_sample'];

/**
 * Creates the order of a group after all its members have paid. It belongs to the organizer, and members may read it.
 */
export async function createGroupOrder(
  ctx: OrdersContext,
  tx: Tx,
  ask: {
    groupTestId: string;
    organizerId: string;
    /** The members who paid, and may read the order. */
    readers: string[];
    skuId: string;
    isPublic: boolean;
    priceCents: number;
  },
): Promise<RequestRow | Refusal> {
  const at = ctx.platform.clock.now();
  let row: RequestRow | Refusal = await insertOrder(tx, {
    id: randomUUID(),
    uniqueKey: keyFrom(randomBytes(12)),
    customerId: ask.organizerId,
    skuId: ask.skuId,
    paymentMethod: CARD,
    basePriceCents: ask.priceCents,
    finalPriceCents: ask.priceCents,
    expiresAt: null,
    createdAt: at,
    groupTestId: ask.groupTestId,
    visibility: ask.isPublic ? 'public' : 'private',
  });
  await registerGoods(ctx.payments, tx, 'order', [row.id]);
  await insertReaders(tx, row.id, ask.readers);
  await writeCreation(ctx, tx, row, SYSTEM);
  for (const kind of TO_AWAITING_SAMPLE) {
    const change = kind === 'paid' ? { paidAt: at } : {};
    row = await transition(ctx, tx, row, kind, { actor: SYSTEM, change });
    if (isRefusal(row)) return row;
  }
  return row;
}
