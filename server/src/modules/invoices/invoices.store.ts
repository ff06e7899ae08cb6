import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type InvoiceRow, invoice } from './invoices.tables.ts';

/** All documents of a payment, in the order of issue. */
export function listInvoices(db: Queryable, paymentId: string): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoice)
    .where(eq(invoice.paymentId, paymentId))
    .orderBy(asc(invoice.issuedAt), asc(invoice.serial));
}

export function listInvoicesOf(db: Queryable, paymentIds: string[]): Promise<InvoiceRow[]> {
  return db.select().from(invoice).where(inArray(invoice.paymentId, paymentIds));
}

export async function findInvoiceNumber(db: Queryable, paymentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(eq(invoice.paymentId, paymentId), eq(invoice.kind, 'invoice')));
  return row?.number;
}

/** Takes the next numbers. They stay locked, so that a failure gives them back. */
export async function takeSerials(tx: Tx, series: InvoiceRow['series'], count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.execute<{ last_serial: number }>(
    sql`update invoice_series set last_serial = last_serial + ${count} where name = ${series} returning last_serial`,
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no series ${series}`);
  return Array.from({ length: count }, (_, place) => row.last_serial - count + 1 + place);
}

export async function insertInvoices(tx: Tx, rows: InvoiceRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(invoice).values(rows);
}

export type Series = { series: string; lastSerial: number; issued: number };

/** The kinds of numbers, each with its last number and how many documents exist. */
export async function listSeries(tx: Tx): Promise<Series[]> {
  const { rows } = await tx.execute<{ series: string; last_serial: number; issued: number }>(sql`
    select name as series, last_serial, (select count(*)::int from invoice where series = name) as issued
    from invoice_series order by name`);
  return rows.map((row) => ({ series: row.series, lastSerial: row.last_serial, issued: row.issued }));
}
