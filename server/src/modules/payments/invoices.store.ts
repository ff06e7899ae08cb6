import { and, asc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
import { type InvoiceRow, invoice } from './invoices.tables.ts';

/** Everything that was issued for a payment, in its order. */
export function listInvoices(db: Queryable, paymentId: string): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoice)
    .where(eq(invoice.paymentId, paymentId))
    .orderBy(asc(invoice.issuedAt), asc(invoice.serial));
}

export async function findInvoiceNumber(db: Queryable, paymentId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(eq(invoice.paymentId, paymentId), eq(invoice.kind, 'invoice')));
  return row?.number;
}

/**
 * The next serials of a series, ascending; its row stays locked, so that numbers are used or given back with the transaction.
 */
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
