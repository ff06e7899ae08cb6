import type { Requirable } from '@vialproof/contract/bench-record';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { DateOrder } from '@vialproof/contract/injection-time';
import type { TemplateLine } from '@vialproof/contract/methods';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The template of one test or of a family: its lines and settings. */
export const methodTemplate = pgTable('method_template', {
  id: uuid().primaryKey(),
  skuId: uuid('sku_id'),
  family: text(),
  version: integer().notNull(),
  lines: jsonb().$type<TemplateLine[]>().notNull(),
  /** Null for a version that was delivered with the software. */
  integration: jsonb().$type<IntegrationOptions>(),
  /** What must be recorded before a submission. */
  requires: jsonb().$type<Requirable[]>(),
  /** Whether day or month comes first in the instruments' files; null: the reader tries both. */
  dateOrder: text('date_order').$type<DateOrder>(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  /** Whether the first version was delivered with the software. */
  delivered: boolean().notNull(),
});
export type TemplateRow = typeof methodTemplate.$inferSelect;

/** Every version of a template, written by a trigger. */
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
