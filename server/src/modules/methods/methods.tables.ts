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
  /** Null for a version as it was delivered. */
  integration: jsonb().$type<IntegrationOptions>(),
  /** What has to be recorded before a result is handed in; null for nothing. */
  requires: jsonb().$type<Requirable[]>(),
  /** Which number of a date stands first in its instruments' files; null where both readings are tried. */
  dateOrder: text('date_order').$type<DateOrder>(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  /** Its first version came with the installation. */
  delivered: boolean().notNull(),
});
export type TemplateRow = typeof methodTemplate.$inferSelect;

/** Every version of a template, written by the database. Of a test (`skuId`) or of a family, as the template itself. */
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
