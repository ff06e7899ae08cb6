import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const mailDispatch = pgTable('mail_dispatch', {
  dedupeKey: text('dedupe_key').primaryKey(),
  recipient: text().notNull(),
  template: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});
