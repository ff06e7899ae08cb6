import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { CREATED_WITHIN_SECONDS, creationRefusal, MOST_CREATED } from './orders.rules.ts';
import type { OrdersStore } from './orders.store.ts';

/**
 * Whether somebody may begin an order at `now`, in the transaction that does it. Refuses too_many_drafts, and rate_limited
 * with the seconds to wait.
 */
export async function refuseCreation(
  tx: Tx,
  store: OrdersStore,
  customerId: string,
  now: Date,
): Promise<Refusal | undefined> {
  const since = secondsAfter(now, -CREATED_WITHIN_SECONDS);
  const refused = creationRefusal(await store.lockCreations(tx, customerId, since), now);
  if (refused?.code !== 'rate_limited') return refused && refuse(refused.code);
  const { waitSeconds } = refused;
  const minutes = Math.ceil(waitSeconds / 60);
  return refuse(
    'rate_limited',
    `You began ${MOST_CREATED} orders within an hour. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfterSeconds: waitSeconds },
  );
}
