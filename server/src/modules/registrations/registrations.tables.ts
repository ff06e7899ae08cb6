import type { Visibility } from '@vialproof/contract/primitives';
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Whether a sample was to be published when it was taken in. */
export const registration = pgTable('registration', {
  requestId: uuid('request_id').primaryKey(),
  visibility: text().$type<Visibility>().notNull(),
  at: instant('at').notNull(),
  /** Its entry of the public log and the entry's salt. */
  logIndex: bigint('log_index', { mode: 'number' }).notNull(),
  salt: text().notNull(),
  withdrawnAt: instant('withdrawn_at'),
});
export type RegistrationRow = typeof registration.$inferSelect;

/** The discount that an owner gives back to make a public test private. */
export const withdrawal = pgTable('withdrawal', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  askedAt: instant('asked_at').notNull(),
  /** The owner keeps the test public after all. */
  droppedAt: instant('dropped_at'),
  paymentId: uuid('payment_id'),
  paidAt: instant('paid_at'),
  updatedAt: instant('updated_at').notNull(),
});
export type WithdrawalRow = typeof withdrawal.$inferSelect;
