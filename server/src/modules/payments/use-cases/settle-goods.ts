import { type PaymentsContext, sellerOf } from '../payments.context.ts';
import type { PaymentSettled } from '../rules/payment-facts.ts';

/** Tells the modules that sell something about changes of their payments. */
export async function settleGoods(ctx: PaymentsContext, changes: PaymentSettled[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(changes, ({ subject }) => subject.kind)) {
    const paymentIds = new Set(ofKind.map(({ paymentId }) => paymentId));
    await sellerOf(ctx, kind).settle([...paymentIds]);
  }
}
