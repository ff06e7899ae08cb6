import type { Invoice } from '@vialproof/contract/invoices';
import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type NoteRow, presentInvoice } from './invoices.presenter.ts';
import type { InvoicesContext } from './invoices.service.ts';
import { findInvoiceNumber, listInvoices, listInvoicesOf, listSeries } from './invoices.store.ts';
import type { InvoiceRow } from './invoices.tables.ts';

/** The invoice of a payment with its notes. Refusal: `not_found`. */
export async function invoiceOf(
  { platform }: InvoicesContext,
  paymentId: string,
): Promise<Invoice | Refusal> {
  const issued = await listInvoices(platform.db.orm, paymentId);
  const invoice = issued.find(({ kind }) => kind === 'invoice');
  if (!invoice) return refuse('not_found');
  return presentInvoice(
    invoice,
    issued.filter((each): each is NoteRow => each !== invoice),
  );
}

/** The number of a payment's invoice; null before the invoice is issued. */
export async function invoiceNumberOf(
  { platform }: InvoicesContext,
  paymentId: string,
  db?: Queryable,
): Promise<string | null> {
  return (await findInvoiceNumber(db ?? platform.db.orm, paymentId)) ?? null;
}

/** All documents of these payments: invoices, credit notes and debit notes. */
export function documentsOf(_: InvoicesContext, tx: Tx, paymentIds: string[]): Promise<InvoiceRow[]> {
  return listInvoicesOf(tx, paymentIds);
}

/** Checks that no number of a document is missing. */
export async function* auditSeries(_: InvoicesContext, tx: Tx): AsyncGenerator<LedgerFinding> {
  for (const { series, lastSerial, issued } of await listSeries(tx)) {
    const missing = lastSerial - issued;
    if (missing === 0) continue;
    yield {
      kind: 'invoices_differ',
      payment_id: null,
      subject: null,
      detail: `The series of ${series} numbers has a gap: ${missing} missing.`,
    };
  }
}
