import { randomUUID } from 'node:crypto';
import type { Invoice, InvoiceNote, Receipt } from '@vialproof/contract/invoices';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import { documentNumber, missingDocuments } from './invoices.rules.ts';
import { findInvoiceNumber, insertInvoices, listInvoices, takeSerials } from './invoices.store.ts';
import type { InvoiceDocument, InvoiceRow } from './invoices.tables.ts';
import { listInvoicesOf, listRefundsOf } from './payments.books.store.ts';
import { factsOf } from './payments.facts.ts';
import { findPayment, listPayments, lockPayments } from './payments.store.ts';
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

  /** Who pays these, by their ids. */
  async function buyersOf(paymentIds: string[]) {
    const customerIds = new Set((await listPayments(db.orm, paymentIds)).map(({ customerId }) => customerId));
    const buyers = new Map<string, Awaited<ReturnType<Accounts['selectBuyer']>>>();
    for (const id of customerIds) buyers.set(id, await accounts.selectBuyer(id));
    return buyers;
  }

  return {
    /** Issues whatever the books ask for; nothing when the documents say it already. */
    async issue(paymentIds: string[]): Promise<void> {
      const buyers = await buyersOf(paymentIds);
      await db.transaction(async (tx) => {
        const rows = await lockPayments(tx, paymentIds);
        const refunds = Map.groupBy(await listRefundsOf(tx, paymentIds), ({ paymentId }) => paymentId);
        const issued = Map.groupBy(await listInvoicesOf(tx, paymentIds), ({ paymentId }) => paymentId);
        const missing = rows.flatMap((row) => {
          const facts = factsOf(row, refunds.get(row.id) ?? []);
          return missingDocuments(facts, issued.get(row.id) ?? []).map((each) => ({ ...each, row }));
        });
        for (const series of ['invoice', 'note'] as const) {
          const ofSeries = missing.filter(({ kind }) => (kind === 'invoice') === (series === 'invoice'));
          const serials = await takeSerials(tx, series, ofSeries.length);
          const documents = ofSeries.map(({ kind, amountCents, row }, place): InvoiceRow => {
            const serial = serials[place];
            const buyer = buyers.get(row.customerId);
            if (serial === undefined || !buyer) throw new Error(`payment ${row.id} has no number or buyer`);
            return {
              id: randomUUID(),
              series,
              serial,
              number: documentNumber(kind, serial),
              kind,
              paymentId: row.id,
              amountCents,
              currency: row.receivedCurrency ?? row.currency,
              reason: REASONS[kind],
              document: documentOf(row, { ...buyer, email: row.customerEmail }, amountCents),
              issuedAt: clock.now(),
            };
          });
          await insertInvoices(tx, documents);
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
