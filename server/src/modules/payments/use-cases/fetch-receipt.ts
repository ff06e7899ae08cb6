import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { findPayment, updatePayment } from '../payments.store.ts';

/** Asks the provider for its receipt's address, once. */
export async function fetchReceipt(ctx: PaymentsContext, paymentId: string): Promise<void> {
  const { db } = ctx.platform;
  const row = await findPayment(db.orm, paymentId);
  if (!row?.providerSessionId || row.receiptUrl) return;
  const { receiptUrl } = await providerOf(ctx, row.provider).retrieve(row.providerSessionId);
  if (receiptUrl && /^https?:\/\//i.test(receiptUrl) && URL.canParse(receiptUrl)) {
    await updatePayment(db.orm, paymentId, { receiptUrl });
  }
}
