import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Discount, documentNumber, type Earnings, lineOf, missingDocuments } from '../invoices.rules.ts';
import type { InvoicesContext } from '../invoices.service.ts';
import { insertInvoices, listInvoicesOf, takeSerials } from '../invoices.store.ts';
import type { InvoiceDocument, InvoiceRow } from '../invoices.tables.ts';

export type PaymentToDocument = Earnings &
  Omit<InvoiceDocument, 'seller' | 'lines'> & {
    paymentId: string;
    description: string;
    currency: string;
    discount: Discount | undefined;
  };

const REASONS = {
  invoice: 'Payment received',
  credit_note: 'Money returned',
  debit_note: 'A return did not arrive, or more of the payment came',
} as const;

/** Makes the documents that these payments still need. The payments are locked, so another call waits. */
export async function issueDocuments(
  { platform }: InvoicesContext,
  tx: Tx,
  payments: PaymentToDocument[],
): Promise<void> {
  const { config, clock } = platform;
  const seller = { brand: config.brandName, name: config.lab.name, address: config.lab.address };
  const ids = payments.map(({ paymentId }) => paymentId);
  const issued = Map.groupBy(await listInvoicesOf(tx, ids), ({ paymentId }) => paymentId);
  const missing = payments.flatMap((payment) =>
    missingDocuments(payment, issued.get(payment.paymentId) ?? []).map((each) => ({ ...each, payment })),
  );
  for (const series of ['invoice', 'note'] as const) {
    const ofSeries = missing.filter(({ kind }) => (kind === 'invoice') === (series === 'invoice'));
    const serials = await takeSerials(tx, series, ofSeries.length);
    const documents = ofSeries.map(({ kind, amountCents, payment }, place): InvoiceRow => {
      const serial = serials[place];
      if (serial === undefined) throw new Error(`payment ${payment.paymentId} has no number`);
      return {
        id: randomUUID(),
        series,
        serial,
        number: documentNumber(kind, serial),
        kind,
        paymentId: payment.paymentId,
        amountCents,
        currency: payment.currency,
        reason: REASONS[kind],
        document: documentOf(payment, seller, amountCents, kind === 'invoice' ? payment.discount : undefined),
        issuedAt: clock.now(),
      };
    });
    await insertInvoices(tx, documents);
  }
}

function documentOf(
  payment: PaymentToDocument,
  seller: InvoiceDocument['seller'],
  amountCents: number,
  discount: Discount | undefined,
): InvoiceDocument {
  return {
    seller,
    buyer: payment.buyer,
    lines: [lineOf(payment.description, amountCents, discount)],
    reference: payment.reference,
    order_id: payment.order_id,
    paid_at: payment.paid_at,
    provider: payment.provider,
    provider_reference: payment.provider_reference,
  };
}
