import type { LedgerAccount, LedgerBalance, LedgerReport } from '@vialproof/contract/ledger';
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

/** Transactions whose rows do not sum to zero in each currency. */
export async function listUnbalanced(
  tx: Tx,
): Promise<{ transactionId: string; paymentId: string; cents: number }[]> {
  const { rows } = await tx.execute<{ transaction_id: string; payment_id: string; cents: number }>(sql`
    select transaction_id, min(payment_id::text) as payment_id, sum(amount_cents) as cents from ledger_entry
    group by transaction_id, currency having sum(amount_cents) <> 0 limit 200`);
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    paymentId: row.payment_id,
    cents: Number(row.cents),
  }));
}

/** Numbers that a series lacks: its last serial, less the documents that it has. */
export async function listGaps(tx: Tx): Promise<{ series: string; missing: number }[]> {
  const { rows } = await tx.execute<{ series: string; missing: number }>(sql`
    select name as series, last_serial - (select count(*)::int from invoice where series = name) as missing
    from invoice_series`);
  return rows.filter(({ missing }) => missing !== 0);
}

export async function countEntries(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from ledger_entry`);
  return rows[0]?.n ?? 0;
}

export async function sumProvider(tx: Tx): Promise<LedgerBalance[]> {
  const { rows } = await tx.execute<{ currency: string; cents: number }>(sql`
    select currency, sum(amount_cents) as cents from ledger_entry where account = 'provider'
    group by currency order by currency`);
  return rows.map(({ currency, cents }) => ({
    account: 'provider' as const,
    currency,
    amount_cents: Number(cents),
  }));
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
