import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The people who may enter and release results of a method. Without a row for the method everybody may. */
export const methodAuthorisation = pgTable('method_authorisation', {
  /** The name that the admin typed. Comparisons use the folded name. */
  method: text().primaryKey(),
  /** Null: everybody may enter results of this method. */
  measureIds: uuid('user_ids').array(),
  /** Null: everybody who may publish may release results of this method. */
  releaseIds: uuid('release_ids').array(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuthorisationRow = typeof methodAuthorisation.$inferSelect;
