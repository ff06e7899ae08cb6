import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export type RecordKind = 'maker' | 'batch';

/** Makers, and their batches. */
export const namedRecord = pgTable('named_record', {
  id: uuid().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
  /** For a batch: the maker with which it was written. For a maker: its own id. */
  makerId: uuid('maker_id').notNull(),
  /** For a batch: its code. */
  name: text().notNull(),
  folded: text().notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmedBy: uuid('confirmed_by'),
  answer: text(),
  answeredAt: instant('answered_at'),
  mergedInto: uuid('merged_into'),
  /** The record that this id leads to now: itself unless it was merged. */
  currentId: uuid('current_id').notNull(),
  /** The ids and aliases that its merge moved. */
  movedRecords: uuid('moved_records').array(),
  movedAliases: uuid('moved_aliases').array(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
});
export type RecordRow = typeof namedRecord.$inferSelect;
export type NewRecord = typeof namedRecord.$inferInsert;

/** A spelling and its record. */
export const recordAlias = pgTable('record_alias', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<RecordKind>().notNull(),
  /** The maker that got the alias, or below which the code was written: its address belongs there. */
  makerId: uuid('maker_id').notNull(),
  folded: text().notNull(),
  spelling: text().notNull(),
  /** Null until a public test shows it. */
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
  /** Null without an admin's decision. */
  decidedAt: instant('decided_at'),
  decidedBy: uuid('decided_by'),
  /** For a compound's name: grows with each change of its names. */
  version: integer().notNull().default(1),
});
export type CompoundSpellingRow = typeof compoundSpelling.$inferSelect;
export type NewCompoundSpelling = typeof compoundSpelling.$inferInsert;
