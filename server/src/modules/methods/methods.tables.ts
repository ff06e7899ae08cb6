import type { Requirable } from '@vialproof/contract/bench-record';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { DateOrder } from '@vialproof/contract/injection-time';
import type { TemplateLine } from '@vialproof/contract/methods';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Lines of one test (`skuId`) or of a family. */
export const methodTemplate = pgTable('method_template', {
  id: uuid().primaryKey(),
  skuId: uuid('sku_id'),
  family: text(),
  version: integer().notNull(),
  lines: jsonb().$type<TemplateLine[]>().notNull(),
  /** Null for a version delivered with the installation. */
  integration: jsonb().$type<IntegrationOptions>(),
  /** Records required before submission; null: none. */
  requires: jsonb().$type<Requirable[]>(),
  /** Whether the files of the test's instruments write the day or the month first; null: the reader tries both. */
  dateOrder: text('date_order').$type<DateOrder>(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  /** The installation delivered the first version of this template. */
  delivered: boolean().notNull(),
});
export type TemplateRow = typeof methodTemplate.$inferSelect;

/**
 * Every version of a template; a trigger writes the rows. A version belongs to a test (`skuId`) or to a family, like
 * the template.
 */
export const methodTemplateVersion = pgTable('method_template_version', {
  templateId: uuid('template_id').notNull(),
  version: integer().notNull(),
  skuId: uuid('sku_id'),
  family: text(),
  lines: jsonb().$type<TemplateLine[]>().notNull(),
  dateOrder: text('date_order').$type<DateOrder>(),
  at: timestamp({ withTimezone: true }).notNull(),
});

export const compound = pgTable('compound', {
  name: text().primaryKey(),
  formula: text().notNull(),
});
export type CompoundRow = typeof compound.$inferSelect;
