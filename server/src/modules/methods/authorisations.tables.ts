import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who may enter and release results by a method; without a row everybody may. */
export const methodAuthorisation = pgTable('method_authorisation', {
  /** As an admin named it. The folded name is compared. */
  method: text().primaryKey(),
  /** Null: everybody may measure by it. */
  measureIds: uuid('user_ids').array(),
  /** Null: everybody who may publish may release it. */
  releaseIds: uuid('release_ids').array(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AuthorisationRow = typeof methodAuthorisation.$inferSelect;
