import type { Invoice, InvoiceNote } from '@vialproof/contract/invoices';
import type { InvoiceRow } from './invoices.tables.ts';

/** An invoice with its credit and debit notes, for payer and admins. */
export function presentInvoice(invoice: InvoiceRow, notes: NoteRow[]): Invoice {
  const noted = notes.reduce(
    (sum, { kind, amountCents }) => sum + (kind === 'credit_note' ? -amountCents : amountCents),
    0,
  );
  return {
    number: invoice.number,
    issued_at: invoice.issuedAt.toISOString(),
    payment_id: invoice.paymentId,
    ...invoice.document,
    total_cents: invoice.amountCents,
    currency: invoice.currency,
    notes: notes.map((note) => ({
      number: note.number,
      kind: note.kind,
      issued_at: note.issuedAt.toISOString(),
      amount_cents: note.amountCents,
      reason: note.reason,
    })),
    balance_cents: invoice.amountCents + noted,
  };
}

export type NoteRow = InvoiceRow & { kind: InvoiceNote['kind'] };
