import type { BaselineKind, Integration, TraceFormat } from '@vialproof/contract/chromatograms';
import type { RevisionState } from '@vialproof/contract/lab';
import type { Measurement, Peak, SignalUnit } from '@vialproof/contract/results';
import {
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { InstrumentTable, IntegrationRecord } from './chromatogram.rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const resultRevision = pgTable('result_revision', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  revision: integer().notNull(),
  state: text().$type<RevisionState>().notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  measurements: jsonb().$type<Measurement[]>().notNull(),
  amendReason: text('amend_reason'),
  returnComment: text('return_comment'),
  retractReason: text('retract_reason'),
  createdAt: instant('created_at').notNull(),
  createdBy: uuid('created_by').notNull(),
  updatedAt: instant('updated_at').notNull(),
  submittedAt: instant('submitted_at'),
  submittedBy: uuid('submitted_by'),
  publishedAt: instant('published_at'),
  publishedBy: uuid('published_by'),
  retractedAt: instant('retracted_at'),
  retractedBy: uuid('retracted_by'),
});
export type RevisionRow = typeof resultRevision.$inferSelect;

export const revisionContributor = pgTable(
  'revision_contributor',
  {
    revisionId: uuid('revision_id').notNull(),
    userId: uuid('user_id').notNull(),
    firstAt: instant('first_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.revisionId, table.userId] })],
);

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const chromatogram = pgTable('chromatogram', {
  id: uuid().primaryKey(),
  revisionId: uuid('revision_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  wavelengthNm: integer('wavelength_nm'),
  /** See trace-bytes. */
  trace: bytea().notNull(),
  signalUnit: text('signal_unit').$type<SignalUnit>().notNull(),
  format: text().$type<TraceFormat>().notNull(),
  warnings: jsonb().$type<string[]>().notNull(),
  peaks: jsonb().$type<Peak[]>().notNull(),
  mainPeak: integer('main_peak'),
  purityPercent: doublePrecision('purity_percent'),
  method: jsonb().$type<IntegrationRecord>().notNull(),
  baseline: text().$type<BaselineKind>().notNull(),
  limitsBy: text('limits_by').$type<'proposal' | 'instrument' | 'person'>().notNull(),
  /** Grows with each new file and each change of the limits. */
  version: integer().notNull(),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at'),
  proposal: jsonb().$type<Integration>(),
  instrument: jsonb().$type<InstrumentTable>(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type ChromatogramRow = typeof chromatogram.$inferSelect;
/** All of it but the points, which are many. */
export type ChromatogramFacts = Omit<ChromatogramRow, 'trace'> & { points: number };

export const resultAttachment = pgTable('result_attachment', {
  id: uuid().primaryKey(),
  revisionId: uuid('revision_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  contentType: text('content_type').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type AttachmentRow = typeof resultAttachment.$inferSelect;
