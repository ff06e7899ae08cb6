import { randomUUID } from 'node:crypto';
import type { Invoice, InvoiceNote, Receipt } from '@vialproof/contract/invoices';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import { documentNumber, missingDocuments } from './invoices.rules.ts';
import { findInvoiceNumber, insertInvoice, listInvoices, takeSerial } from './invoices.store.ts';
import type { InvoiceDocument, InvoiceRow } from './invoices.tables.ts';
import { factsIn } from './payments.settlement.ts';
import { findPayment, lockPayment } from './payments.store.ts';
import type { PaymentRow } from './payments.tables.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

/** Documents about money: issued once, numbered without gaps, never changed. */
export function createInvoices({ db, clock, config }: Platform, accounts: Accounts) {
  /** The payer, and admins; to everybody else it does not exist. */
  async function findVisible(viewer: Viewer, id: string): Promise<PaymentRow | Refusal> {
    const row = UUID.test(id) ? await findPayment(db.orm, id) : undefined;
    return row && (row.customerId === viewer.id || viewer.role === 'admin') ? row : refuse('not_found');
  }

  function documentOf(
    row: PaymentRow,
    buyer: InvoiceDocument['buyer'],
    amountCents: number,
  ): InvoiceDocument {
    return {
      seller: { brand: config.brandName, name: config.lab.name, address: config.lab.address },
      buyer,
      lines: [
        { description: row.description, quantity: 1, unit_cents: amountCents, amount_cents: amountCents },
      ],
      reference: row.reference,
      order_id: row.subjectKind === 'order' ? row.subjectId : null,
      paid_at: (row.settledAt ?? row.updatedAt).toISOString(),
      provider: row.provider,
      provider_reference: row.transactionHash ?? row.providerPaymentId,
    };
  }

  return {
    /** Issues whatever the books ask for; nothing when the documents say it already. */
    async issue(paymentId: string): Promise<void> {
      const before = await findPayment(db.orm, paymentId);
      if (!before) return;
      const buyer = {
        ...(await accounts.selectBuyer(before.customerId)),
        email: before.customerEmail,
      };
      await db.transaction(async (tx) => {
        const row = await lockPayment(tx, paymentId);
        const missing = missingDocuments(await factsIn(tx, row), await listInvoices(tx, paymentId));
        for (const { kind, amountCents } of missing) {
          const series = kind === 'invoice' ? 'invoice' : 'note';
          const serial = await takeSerial(tx, series);
          await insertInvoice(tx, {
            id: randomUUID(),
            series,
            serial,
            number: documentNumber(kind, serial),
            kind,
            paymentId,
            amountCents,
            currency: row.receivedCurrency ?? row.currency,
            reason: REASONS[kind],
            document: documentOf(row, buyer, amountCents),
            issuedAt: clock.now(),
          });
        }
      });
    },

    /** The invoice with its notes; not_found before it is paid. */
    async invoiceOf(viewer: Viewer, id: string): Promise<Invoice | Refusal> {
      const row = await findVisible(viewer, id);
      if ('code' in row) return row;
      const issued = await listInvoices(db.orm, id);
      const invoice = issued.find(({ kind }) => kind === 'invoice');
      if (!invoice) return refuse('not_found');
      const notes = issued.filter(
        (each): each is InvoiceRow & { kind: InvoiceNote['kind'] } => each !== invoice,
      );
      const noted = notes.reduce(
        (sum, { kind, amountCents }) => sum + (kind === 'credit_note' ? -amountCents : amountCents),
        0,
      );
      return {
        number: invoice.number,
        issued_at: invoice.issuedAt.toISOString(),
        payment_id: row.id,
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
    },

    /** What arrived, for providers that make no receipt; not_found before money came. */
    async receiptOf(viewer: Viewer, id: string): Promise<Receipt | Refusal> {
      const row = await findVisible(viewer, id);
      if ('code' in row) return row;
      if (!row.settledAt) return refuse('not_found');
      const hash = row.transactionHash;
      // The sandbox's transactions stand on no chain.
      const isOnChain = hash !== null && HASH.test(hash) && !config.coinbase.sandbox;
      return {
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
        transaction_url: isOnChain ? `https://basescan.org/tx/${hash}` : null,
        invoice_number: (await findInvoiceNumber(db.orm, id)) ?? null,
      };
    },
  };
}

const REASONS = {
  invoice: 'Payment received',
  credit_note: 'Money returned',
  debit_note: 'A return did not arrive, or more of the payment came',
} as const;
