import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The laboratory's own notes on the handling of a sample. */
export const sampleHandling = pgTable('sample_handling', {
  requestId: uuid('request_id').primaryKey(),
  words: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type HandlingRow = typeof sampleHandling.$inferSelect;
