import { randomBytes, randomUUID } from 'node:crypto';
import type { NewOrder } from '@vialproof/contract/orders';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findSoldSku } from '../../catalog/catalog.service.ts';
import { registerGoods } from '../../payments/payments.service.ts';
import { presentNew } from '../orders.presenter.ts';
import type { OrdersContext } from '../orders.service.ts';
import { insertOrder, lockCreations } from '../orders.store.ts';
import { writeCreation } from '../orders.transitions.ts';
import { CREATED_WITHIN_SECONDS, creationRefusal, MOST_CREATED } from '../rules/creation-limits.ts';
import { PAY_WITHIN_SECONDS } from '../rules/expiry.ts';
import { keyFrom } from '../rules/unique-key.ts';

/**
 * Creates a draft at the present price. Refusals: `sku_not_sold`, `payment_method_unavailable`, `too_many_drafts`,
 * `rate_limited`.
 */
export async function createOrder(
  ctx: OrdersContext,
  tx: Tx,
  viewer: Viewer,
  ask: { skuId: string; paymentMethod: PaymentMethod },
): Promise<NewOrder | Refusal> {
  const { clock, config } = ctx.platform;
  const sku = await findSoldSku(ctx.catalog, ask.skuId, tx);
  if (!sku) return refuse('sku_not_sold');
  if (!config.paymentMethods.includes(ask.paymentMethod)) return refuse('payment_method_unavailable');
  const createdAt = clock.now();
  const tooMany = await refuseCreation(tx, viewer.id, createdAt);
  if (tooMany) return tooMany;
  const row = await insertOrder(tx, {
    id: randomUUID(),
    uniqueKey: keyFrom(randomBytes(12)),
    customerId: viewer.id,
    skuId: sku.id,
    paymentMethod: ask.paymentMethod,
    basePriceCents: sku.basePriceCents,
    finalPriceCents: sku.basePriceCents,
    expiresAt: secondsAfter(createdAt, PAY_WITHIN_SECONDS),
    createdAt,
  });
  await registerGoods(ctx.payments, tx, 'order', [row.id]);
  await writeCreation(ctx, tx, row, { kind: 'customer', id: viewer.id });
  return presentNew(row);
}

/** Why a customer may not create an order now. */
async function refuseCreation(tx: Tx, customerId: string, now: Date): Promise<Refusal | undefined> {
  const since = secondsAfter(now, -CREATED_WITHIN_SECONDS);
  const refused = creationRefusal(await lockCreations(tx, customerId, since), now);
  if (refused?.code !== 'rate_limited') return refused && refuse(refused.code);
  const { waitSeconds } = refused;
  const minutes = Math.ceil(waitSeconds / 60);
  return refuse(
    'rate_limited',
    `You began ${MOST_CREATED} orders within an hour. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds: waitSeconds },
  );
}
