import { type PaymentsContext, providerOf } from '../payments.context.ts';
import { findPayment, updatePayment } from '../payments.store.ts';

/** Reads the address of the provider's receipt, once; only web addresses are stored. */
export async function fetchReceipt(ctx: PaymentsContext, paymentId: string): Promise<void> {
  const { db } = ctx.platform;
  const row = await findPayment(db.orm, paymentId);
  if (!row?.providerSessionId || row.receiptUrl) return;
  const { receiptUrl } = await providerOf(ctx, row.provider).retrieve(row.providerSessionId);
  if (receiptUrl && /^https?:\/\//i.test(receiptUrl) && URL.canParse(receiptUrl)) {
    await updatePayment(db.orm, paymentId, { receiptUrl });
  }
}
