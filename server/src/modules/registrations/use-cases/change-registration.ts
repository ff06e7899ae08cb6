import type { Tx } from '../../../platform/postgres/database.ts';
import { type OrderEvent, selectOrder, wasPublished } from '../../orders/orders.service.ts';
import { paymentsFor } from '../../payments/payments.service.ts';
import type { RegistrationsContext } from '../registrations.service.ts';
import { findWithdrawalOf, setWithdrawn } from '../registrations.store.ts';
import { closePageSoon } from '../registrations.transitions.ts';
import { subjectOf } from '../rules/withdrawals.ts';
import { returnDiscount } from './settle-withdrawal.ts';

/** Brings a registration up to date when its order changes. */
export async function changeRegistration(
  ctx: RegistrationsContext,
  tx: Tx,
  { requestId, event }: OrderEvent,
): Promise<void> {
  if (event === 'made_public' || event === 'made_private') {
    if (event === 'made_private') await setWithdrawn(tx, requestId, ctx.platform.clock.now());
    // If the owner may have seen the result, the test stays private.
    else if (!(await wasPublished(ctx.orders, tx, await selectOrder(ctx.orders, requestId, tx)))) {
      await setWithdrawn(tx, requestId, null);
    }
  } else if (event === 'completed') {
    await closePageSoon(ctx, tx, await findWithdrawalOf(tx, requestId));
  } else if (event === 'cancelled') {
    await returnAll(ctx, tx, requestId);
  }
}

/** A discount that was paid back is refunded with the rest. */
async function returnAll(ctx: RegistrationsContext, tx: Tx, requestId: string): Promise<void> {
  const withdrawn = await findWithdrawalOf(tx, requestId);
  if (!withdrawn) return;
  await closePageSoon(ctx, tx, withdrawn);
  for (const payment of await paymentsFor(ctx.payments, subjectOf(withdrawn.id), tx)) {
    if (payment.receivedCents > 0) await returnDiscount(ctx, tx, payment);
  }
}
