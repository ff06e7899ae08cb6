import type { Invoice, Receipt } from '@vialproof/contract/invoices';
import type { Viewer } from '../../platform/access.ts';
import { isUuid } from '../../platform/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { invoiceNumberOf, invoiceOf } from '../invoices/invoices.service.ts';
import { transactionUrl } from './adapters/coinbase.rules.ts';
import type { PaymentsContext } from './payments.context.ts';
import { findPayment } from './payments.store.ts';
import type { PaymentRow } from './payments.tables.ts';

/** A document of a payment, and whether the reader paid. */
type PaymentDocument<T> = { data: T; isOwn: boolean };

/** The invoice of a payment with its notes. Refusal: `not_found`. */
export async function paymentInvoiceOf(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
): Promise<PaymentDocument<Invoice> | Refusal> {
  const row = await findVisible(ctx, viewer, id);
  if (isRefusal(row)) return row;
  const data = await invoiceOf(ctx.invoices, row.id);
  return isRefusal(data) ? data : { data, isOwn: row.customerId === viewer.id };
}

/** A receipt for the received money, if the provider makes none. Refusal: `not_found`. */
export async function paymentReceiptOf(
  ctx: PaymentsContext,
  viewer: Viewer,
  id: string,
): Promise<PaymentDocument<Receipt> | Refusal> {
  const row = await findVisible(ctx, viewer, id);
  if (isRefusal(row)) return row;
  if (!row.settledAt) return refuse('not_found');
  const hash = row.transactionHash;
  const data = {
    payment_id: row.id,
    description: row.description,
    reference: row.reference,
    provider: row.provider,
    paid_at: row.settledAt.toISOString(),
    amount_cents: row.amountCents,
    received_cents: row.receivedCents,
    refunded_cents: row.refundedCents,
    currency: row.receivedCurrency ?? row.currency,
    transaction_hash: hash,
    transaction_url: hash === null ? null : transactionUrl(ctx.platform.config, hash),
    invoice_number: await invoiceNumberOf(ctx.invoices, row.id),
  };
  return { data, isOwn: row.customerId === viewer.id };
}

/** A payment that the viewer may read. Refusal: `not_found`. */
async function findVisible(
  { platform }: PaymentsContext,
  viewer: Viewer,
  id: string,
): Promise<PaymentRow | Refusal> {
  const row = isUuid(id) ? await findPayment(platform.db.orm, id) : undefined;
  return row && (row.customerId === viewer.id || viewer.role === 'admin') ? row : refuse('not_found');
}
