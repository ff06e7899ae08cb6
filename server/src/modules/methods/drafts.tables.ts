import type { Requirable } from '@vialproof/contract/bench-record';
import type { IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { DateOrder } from '@vialproof/contract/injection-time';
import type { TemplateLine } from '@vialproof/contract/methods';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DraftState } from './drafts.rules.ts';

/** A proposed change of the template of one test (`skuId`) or of a family. */
export const methodTemplateDraft = pgTable('method_template_draft', {
  id: uuid().primaryKey(),
  /** The order of creation. */
  number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  skuId: uuid('sku_id'),
  family: text(),
  /** The version that the draft changes; 0 if the test used its family's template. */
  version: integer().notNull(),
  familyVersion: integer('family_version'),
  lines: jsonb().$type<TemplateLine[]>().notNull(),
  integration: jsonb().$type<IntegrationOptions>().notNull(),
  requires: jsonb().$type<Requirable[]>().notNull(),
  dateOrder: text('date_order').$type<DateOrder>(),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  state: text().$type<DraftState>().notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamp('decided_at', { withTimezone: true }),
  decisionReason: text('decision_reason'),
  approvedVersion: integer('approved_version'),
});
export type DraftRow = typeof methodTemplateDraft.$inferSelect;
export type NewDraft = Omit<DraftRow, 'number'>;
