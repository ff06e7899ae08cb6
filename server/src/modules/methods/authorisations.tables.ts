import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who may enter results by a method; one without a row is everybody's. */
export const methodAuthorisation = pgTable('method_authorisation', {
  /** As it is compared: trimmed, in lower case. */
  method: text().primaryKey(),
  userIds: uuid('user_ids').array().notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuthorisationRow = typeof methodAuthorisation.$inferSelect;
