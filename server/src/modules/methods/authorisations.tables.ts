import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who may enter and release results by a method; one without a row is everybody's. */
export const methodAuthorisation = pgTable('method_authorisation', {
  /** As an admin named it. Rows are told apart by the folded name. */
  method: text().primaryKey(),
  /** Null: everybody measures by it. */
  measureIds: uuid('user_ids').array(),
  /** Null: everybody releases it who may publish. */
  releaseIds: uuid('release_ids').array(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuthorisationRow = typeof methodAuthorisation.$inferSelect;
