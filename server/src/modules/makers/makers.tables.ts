import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const maker = pgTable('maker', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  folded: text().notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmedBy: uuid('confirmed_by'),
  answer: text(),
  answeredAt: instant('answered_at'),
  mergedInto: uuid('merged_into'),
  /** The maker at the end of the merges: itself where there was none. */
  currentId: uuid('current_id').notNull(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
});
export type MakerRow = typeof maker.$inferSelect;

export const makerSpelling = pgTable('maker_spelling', {
  folded: text().primaryKey(),
  spelling: text().notNull(),
  /** Null until a public test shows it. */
  slug: text(),
  makerId: uuid('maker_id').notNull(),
  createdAt: instant('created_at').notNull(),
});
export type MakerSpellingRow = typeof makerSpelling.$inferSelect;

export const batch = pgTable('batch', {
  id: uuid().primaryKey(),
  makerId: uuid('maker_id').notNull(),
  code: text().notNull(),
  folded: text().notNull(),
  confirmedAt: instant('confirmed_at'),
  confirmedBy: uuid('confirmed_by'),
  answer: text(),
  answeredAt: instant('answered_at'),
  mergedInto: uuid('merged_into'),
  currentId: uuid('current_id').notNull(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull(),
});
export type BatchRow = typeof batch.$inferSelect;

export const batchSpelling = pgTable('batch_spelling', {
  makerId: uuid('maker_id').notNull(),
  folded: text().notNull(),
  spelling: text().notNull(),
  slug: text(),
  batchId: uuid('batch_id').notNull(),
  createdAt: instant('created_at').notNull(),
});
export type BatchSpellingRow = typeof batchSpelling.$inferSelect;

export const compoundSpelling = pgTable('compound_spelling', {
  folded: text().primaryKey(),
  spelling: text().notNull(),
  slug: text(),
  letters: text().notNull(),
  compound: text().notNull(),
  kind: text().$type<'name' | 'synonym' | 'brand' | 'customer'>().notNull(),
  createdAt: instant('created_at').notNull(),
  id: uuid().notNull().defaultRandom(),
  /** Null where no admin decided what it is. */
  decidedAt: instant('decided_at'),
  decidedBy: uuid('decided_by'),
  /** Of a compound's name: grows with each change of its names. */
  version: integer().notNull().default(1),
});
export type CompoundSpellingRow = typeof compoundSpelling.$inferSelect;
export type NewCompoundSpelling = typeof compoundSpelling.$inferInsert;
