import type { Ledger, LedgerAccount, LedgerEntry, LedgerReport } from '@vialproof/contract/ledger';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const ledgerEntry = pgTable('ledger_entry', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  transactionId: uuid('transaction_id').notNull(),
  paymentId: uuid('payment_id'),
  subjectKind: text('subject_kind').$type<Ledger['subject']['kind']>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  account: text('account').$type<LedgerAccount>().notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  kind: text('kind').$type<LedgerEntry['kind']>().notNull(),
  at: moment('at').notNull(),
});
export type EntryRow = typeof ledgerEntry.$inferSelect;
export type NewEntry = typeof ledgerEntry.$inferInsert;

export const ledgerReport = pgTable('ledger_report', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: moment('checked_at').notNull(),
  report: jsonb('report').$type<LedgerReport>().notNull(),
});
