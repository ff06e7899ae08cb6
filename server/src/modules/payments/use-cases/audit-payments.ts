import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { Tx } from '../../../platform/postgres/database.ts';
import { documentsOf, type InvoiceRow, missingDocuments } from '../../invoices/invoices.service.ts';
import { type AccountSum, sumsOfPayments } from '../../ledger/ledger.service.ts';
import type { PaymentsContext } from '../payments.context.ts';
import { listPaymentsAfter, listRefundsOf } from '../payments.store.ts';
import type { PaymentRow, RefundRow } from '../payments.tables.ts';
import { balances, earningsOf } from '../rules/ledger-entries.ts';
import { factsOf, subjectOf } from '../rules/payment-facts.ts';
import { statusOf } from '../rules/payment-status.ts';

/** How many payments are read at a time. */
const PAGE = 500;

/** Computes the accounts and documents of each payment again, and compares them with the stored ones. */
export async function* auditPayments(
  { ledger, invoices }: PaymentsContext,
  tx: Tx,
  settledBefore: Date,
  totals: { payments: number },
): AsyncGenerator<LedgerFinding> {
  for (let after: string | undefined; ; ) {
    const rows = await listPaymentsAfter(tx, after, PAGE);
    after = rows.at(-1)?.id;
    if (!after) return;
    totals.payments += rows.length;
    const ids = rows.map(({ id }) => id);
    const sums = Map.groupBy(await sumsOfPayments(ledger, tx, ids), ({ paymentId }) => paymentId);
    const refunds = Map.groupBy(await listRefundsOf(tx, ids), ({ paymentId }) => paymentId);
    const documents = Map.groupBy(await documentsOf(invoices, tx, ids), ({ paymentId }) => paymentId);
    for (const row of rows) {
      yield* contradictionsOf(row, {
        sums: sums.get(row.id) ?? [],
        refunds: refunds.get(row.id) ?? [],
        documents: row.updatedAt <= settledBefore ? (documents.get(row.id) ?? []) : undefined,
      });
    }
  }
}

/** What is stored about a payment. `documents`: undefined while jobs may still make some. */
type Found = { sums: AccountSum[]; refunds: RefundRow[]; documents: InvoiceRow[] | undefined };

function contradictionsOf(row: PaymentRow, { sums, refunds, documents }: Found): LedgerFinding[] {
  const facts = factsOf(row, refunds);
  const found: LedgerFinding[] = [];
  const say = (kind: LedgerFinding['kind'], detail: string) =>
    found.push({ kind, payment_id: row.id, subject: subjectOf(row), detail });
  const currency = row.receivedCurrency ?? row.currency;
  const held = new Map(sums.map((sum) => [`${sum.account} ${sum.currency}`, sum.amountCents]));
  for (const [account, cents] of Object.entries(balances(facts))) {
    const key = `${account} ${currency}`;
    const is = held.get(key) ?? 0;
    if (is !== cents) say('books_differ', `${account} holds ${is} cents ${currency}, not ${cents}.`);
    held.delete(key);
  }
  for (const [key, cents] of held)
    if (cents !== 0) say('books_differ', `${key} holds ${cents} cents, not 0.`);
  if (row.refundedCents !== facts.refundedCents) {
    say(
      'books_differ',
      `${row.refundedCents} cents are said to be returned; the refunds say ${facts.refundedCents}.`,
    );
  }
  const status = statusOf(facts);
  if (status !== row.status) say('status_differs', `The status is ${row.status}; the facts say ${status}.`);
  for (const { kind, amountCents } of documents ? missingDocuments(earningsOf(facts), documents) : []) {
    say('invoices_differ', `A ${kind.replace('_', ' ')} over ${amountCents} cents is missing.`);
  }
  return found;
}
