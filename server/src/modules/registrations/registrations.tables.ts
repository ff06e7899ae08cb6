import type { Visibility } from '@vialproof/contract/primitives';
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The visibility of a sample when it was received. */
export const registration = pgTable('registration', {
  requestId: uuid('request_id').primaryKey(),
  visibility: text().$type<Visibility>().notNull(),
  at: instant('at').notNull(),
  /** The index of the log entry, and its salt. */
  logIndex: bigint('log_index', { mode: 'number' }).notNull(),
  salt: text().notNull(),
  withdrawnAt: instant('withdrawn_at'),
});
export type RegistrationRow = typeof registration.$inferSelect;

/** A discount that an owner pays back to make a test private (withdrawal). */
export const withdrawal = pgTable('withdrawal', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  askedAt: instant('asked_at').notNull(),
  /** When the owner decided to stay public. */
  droppedAt: instant('dropped_at'),
  paymentId: uuid('payment_id'),
  paidAt: instant('paid_at'),
  updatedAt: instant('updated_at').notNull(),
});
export type WithdrawalRow = typeof withdrawal.$inferSelect;
