import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What the bench has to know of a sample, in the laboratory's own words. */
export const sampleHandling = pgTable('sample_handling', {
  requestId: uuid('request_id').primaryKey(),
  words: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type HandlingRow = typeof sampleHandling.$inferSelect;
