import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { RevisionState } from '@vialproof/contract/lab';
import type { Measurement, RunNote } from '@vialproof/contract/results';
import type { SignatureMeaning } from '@vialproof/contract/signatures';
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  /** All runs of the sample, if none is reported. */
  injections: jsonb().$type<RunNote[]>(),
  /** What was recorded beside the measurements. Null if nothing was. */
  record: jsonb().$type<BenchRecord>(),
  /** The photos that the certificate lists. */
  photos: jsonb().$type<{ sha256: string; taken_at: string }[]>(),
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
/** The contents of a draft after each save. Rows never change. */
export const draftSave = pgTable(
  'draft_save',
  {
    revisionId: uuid('revision_id').notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    measurements: jsonb().$type<Measurement[]>().notNull(),
    record: jsonb().$type<BenchRecord>(),
    byId: uuid('by_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.revisionId, table.version] })],
);
export type AttachmentRow = typeof resultAttachment.$inferSelect;

/** The signatures of a revision, with their meanings. */
export const revisionSignature = pgTable('revision_signature', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  revisionId: uuid('revision_id').notNull(),
  meaning: text().$type<SignatureMeaning>().notNull(),
  byId: uuid('by_id').notNull(),
  name: text().notNull(),
  at: instant('at').notNull(),
});
export type SignatureRow = Omit<typeof revisionSignature.$inferSelect, 'id'>;

/** The person who works on a sample. */
export const sampleAssignee = pgTable('sample_assignee', {
  requestId: uuid('request_id').primaryKey(),
  userId: uuid('user_id').notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type AssigneeRow = typeof sampleAssignee.$inferSelect;

/** The laboratory's own notes on handling a sample. */
export const sampleHandling = pgTable('sample_handling', {
  requestId: uuid('request_id').primaryKey(),
  words: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
export type HandlingRow = typeof sampleHandling.$inferSelect;
