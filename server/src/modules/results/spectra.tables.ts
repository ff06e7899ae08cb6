import type { Spectrum } from '@vialproof/contract/spectra';
import { doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A mass spectrum of a sample with its uploaded file. Rows never change. */
export const spectrum = pgTable('spectrum', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  format: text().$type<Spectrum['format']>().notNull(),
  fromMz: doublePrecision('from_mz').notNull(),
  toMz: doublePrecision('to_mz').notNull(),
  sticks: jsonb().$type<Spectrum['sticks']>().notNull(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
});
export type SpectrumRow = typeof spectrum.$inferSelect;
