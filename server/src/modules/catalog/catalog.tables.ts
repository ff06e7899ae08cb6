import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const sku = pgTable('sku', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  family: text().notNull(),
  sampleRequirement: text('sample_requirement').notNull(),
  tatText: text('tat_text').notNull(),
  basePriceCents: integer('base_price_cents').notNull(),
  includesSterility: boolean('includes_sterility').notNull(),
  popularRank: integer('popular_rank'),
  sortOrder: integer('sort_order').notNull(),
  retiredAt: timestamp('retired_at', { withTimezone: true }),
  version: integer().notNull().default(1),
});
export type SkuRow = typeof sku.$inferSelect;
