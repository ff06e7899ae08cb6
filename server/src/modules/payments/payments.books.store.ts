import type { LedgerAccount, LedgerReport } from '@vialproof/contract/ledger';
import { and, asc, desc, gt, inArray, lt, sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../platform/database.ts';
import { type InvoiceRow, invoice } from './invoices.tables.ts';
import { type PaymentRow, payment, paymentRefund, type RefundRow } from './payments.tables.ts';

const ledgerReport = pgTable('ledger_report', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
  report: jsonb('report').$type<LedgerReport>().notNull(),
});

/** Makes everything that this transaction reads be of one moment; its first statement. */
export async function readOneMoment(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
}

/** Payments in the order of their ids, after `afterId`. */
export function listPaymentsAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payment)
    .where(afterId ? gt(payment.id, afterId) : undefined)
    .orderBy(asc(payment.id))
    .limit(limit);
}

export type AccountSum = { paymentId: string; account: LedgerAccount; currency: string; amountCents: number };

/** What the ledger holds for these payments, by account. */
export async function sumLedger(tx: Tx, paymentIds: string[]): Promise<AccountSum[]> {
  const { rows } = await tx.execute<{
    payment_id: string;
    account: LedgerAccount;
    currency: string;
    cents: number;
  }>(sql`
    select payment_id, account, currency, sum(amount_cents) as cents from ledger_entry
    where payment_id in ${paymentIds} group by payment_id, account, currency`);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    account: row.account,
    currency: row.currency,
    amountCents: Number(row.cents),
  }));
}

export function listRefundsOf(db: Queryable, paymentIds: string[]): Promise<RefundRow[]> {
  return db.select().from(paymentRefund).where(inArray(paymentRefund.paymentId, paymentIds));
}

export function listInvoicesOf(tx: Tx, paymentIds: string[]): Promise<InvoiceRow[]> {
  return tx.select().from(invoice).where(inArray(invoice.paymentId, paymentIds));
}

export function listPaymentsOfSubjects(
  db: Queryable,
  kind: PaymentRow['subjectKind'],
  ids: string[],
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payment)
    .where(and(sql`${payment.subjectKind} = ${kind}`, inArray(payment.subjectId, ids)))
    .orderBy(desc(payment.createdAt), desc(payment.id));
}

export type TransactionSum = {
  transactionId: string;
  /** Null for what belongs to no single payment. */
  paymentId: string | null;
  currency: string;
  /** Zero where debits and credits are equal. */
  cents: number;
  /** What the provider account takes part with; null where it does not. */
  providerCents: number | null;
  entryCount: number;
};

/**
 * What the rows of the ledger's transactions come to in each currency: `limit` whole transactions after `afterId`, in
 * the order of their ids.
 */
export async function sumTransactionsAfter(
  tx: Tx,
  afterId: string | undefined,
  limit: number,
): Promise<TransactionSum[]> {
  const after = afterId ? sql`where transaction_id > ${afterId}` : sql``;
  const { rows } = await tx.execute<{
    transaction_id: string;
    payment_id: string | null;
    currency: string;
    cents: string;
    provider_cents: string | null;
    entries: number;
  }>(sql`
    select transaction_id, min(payment_id::text) as payment_id, currency, sum(amount_cents) as cents,
      sum(amount_cents) filter (where account = 'provider') as provider_cents, count(*)::int as entries
    from ledger_entry where transaction_id in (
      select distinct transaction_id from ledger_entry ${after} order by transaction_id limit ${limit})
    group by transaction_id, currency order by transaction_id, currency`);
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    paymentId: row.payment_id,
    currency: row.currency,
    cents: Number(row.cents),
    providerCents: row.provider_cents === null ? null : Number(row.provider_cents),
    entryCount: row.entries,
  }));
}

/** The last number that each series of documents has given. */
export async function listSeries(tx: Tx): Promise<{ series: string; lastSerial: number }[]> {
  const { rows } = await tx.execute<{ series: string; last_serial: number }>(
    sql`select name as series, last_serial from invoice_series order by name`,
  );
  return rows.map((row) => ({ series: row.series, lastSerial: row.last_serial }));
}

/** Keeps a report, and forgets those from before `oldest`. */
export async function insertReport(db: Queryable, report: LedgerReport, oldest: Date): Promise<void> {
  await db.insert(ledgerReport).values({ checkedAt: new Date(report.checked_at), report });
  await db.delete(ledgerReport).where(lt(ledgerReport.checkedAt, oldest));
}

export async function findLatestReport(db: Queryable): Promise<LedgerReport | undefined> {
  const [row] = await db.select().from(ledgerReport).orderBy(desc(ledgerReport.id)).limit(1);
  return row?.report;
}
