import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who may enter and release results of a method. Without a row, everybody may. */
export const methodAuthorisation = pgTable('method_authorisation', {
  /** The method's name as an admin typed it. */
  method: text().primaryKey(),
  /** Null: everybody may enter results of this method. */
  measureIds: uuid('user_ids').array(),
  /** Null: everybody who may publish may release results of this method. */
  releaseIds: uuid('release_ids').array(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuthorisationRow = typeof methodAuthorisation.$inferSelect;
