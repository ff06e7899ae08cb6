import type { Visibility } from '@vialproof/contract/primitives';
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Whether a test was public or private when its sample arrived. */
export const registration = pgTable('registration', {
  requestId: uuid('request_id').primaryKey(),
  visibility: text().$type<Visibility>().notNull(),
  at: instant('at').notNull(),
  /** The number of the entry in the public log, and its secret number (salt). */
  logIndex: bigint('log_index', { mode: 'number' }).notNull(),
  salt: text().notNull(),
  withdrawnAt: instant('withdrawn_at'),
});
export type RegistrationRow = typeof registration.$inferSelect;

/** A discount that an owner pays back in order to make a test private. */
export const withdrawal = pgTable('withdrawal', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  askedAt: instant('asked_at').notNull(),
  /** When the owner decided to keep the test public. */
  droppedAt: instant('dropped_at'),
  paymentId: uuid('payment_id'),
  paidAt: instant('paid_at'),
  updatedAt: instant('updated_at').notNull(),
});
export type WithdrawalRow = typeof withdrawal.$inferSelect;
