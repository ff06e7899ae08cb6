import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The assignee of a sample; no row: no assignee. */
export const sampleAssignee = pgTable('sample_assignee', {
  requestId: uuid('request_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AssigneeRow = typeof sampleAssignee.$inferSelect;
