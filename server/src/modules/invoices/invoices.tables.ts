import type { Invoice, InvoiceNote } from '@vialproof/contract/invoices';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The texts of an invoice, which never change. */
export type InvoiceDocument = Pick<
  Invoice,
  'seller' | 'buyer' | 'lines' | 'reference' | 'order_id' | 'paid_at' | 'provider' | 'provider_reference'
>;

export const invoice = pgTable('invoice', {
  id: uuid('id').primaryKey(),
  series: text('series').$type<'invoice' | 'note'>().notNull(),
  serial: integer('serial').notNull(),
  number: text('number').notNull(),
  kind: text('kind').$type<'invoice' | InvoiceNote['kind']>().notNull(),
  paymentId: uuid('payment_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  reason: text('reason').notNull(),
  document: jsonb('document').$type<InvoiceDocument>().notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
});
export type InvoiceRow = typeof invoice.$inferSelect;
