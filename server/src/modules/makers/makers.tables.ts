import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export type RecordKind = 'maker' | 'batch';

/** Makers, and their batches. */
export const namedRecord = pgTable('named_record', {
  id: uuid().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
  /** The maker of a batch when it was first written. For a maker, its own id. */
  makerId: uuid('maker_id').notNull(),
  /** The name of a maker, or the code of a batch. */
  name: text().notNull(),
  folded: text().notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmedBy: uuid('confirmed_by'),
  answer: text(),
  answeredAt: instant('answered_at'),
  mergedInto: uuid('merged_into'),
  /** The record that is used in place of this one after a merge. Without a merge, the record itself. */
  currentId: uuid('current_id').notNull(),
  /** The records and spellings that a merge moved, so that it can be undone. */
  movedRecords: uuid('moved_records').array(),
  movedAliases: uuid('moved_aliases').array(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
});
export type RecordRow = typeof namedRecord.$inferSelect;
export type NewRecord = typeof namedRecord.$inferInsert;

/** A spelling of a name (alias), and the record to which it belongs. */
export const recordAlias = pgTable('record_alias', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<RecordKind>().notNull(),
  /** The maker to which the spelling belongs. Its page lies below the page of this maker. */
  makerId: uuid('maker_id').notNull(),
  folded: text().notNull(),
  spelling: text().notNull(),
  /** Null until a public test shows the spelling. */
  slug: text(),
  recordId: uuid('record_id').notNull(),
  createdAt: instant('created_at').notNull(),
});
export type AliasRow = typeof recordAlias.$inferSelect;
export type NewAlias = typeof recordAlias.$inferInsert;

export const compoundSpelling = pgTable('compound_spelling', {
  folded: text().primaryKey(),
  spelling: text().notNull(),
  slug: text(),
  letters: text().notNull(),
  compound: text().notNull(),
  kind: text().$type<'name' | 'synonym' | 'brand' | 'customer'>().notNull(),
  createdAt: instant('created_at').notNull(),
  id: uuid().notNull().defaultRandom(),
  /** When an admin decided about the spelling; null if no admin did. */
  decidedAt: instant('decided_at'),
  decidedBy: uuid('decided_by'),
  /** The version of a compound's names; it increases with each change. */
  version: integer().notNull().default(1),
});
export type CompoundSpellingRow = typeof compoundSpelling.$inferSelect;
export type NewCompoundSpelling = typeof compoundSpelling.$inferInsert;
