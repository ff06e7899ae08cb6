import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who has taken a sample on; without a row, nobody. */
export const sampleAssignee = pgTable('sample_assignee', {
  requestId: uuid('request_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AssigneeRow = typeof sampleAssignee.$inferSelect;
