import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const certificate = pgTable('certificate', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  revisionId: uuid('revision_id').notNull(),
  revision: integer().notNull(),
  fileKey: text('file_key').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
});
export type CertificateRow = typeof certificate.$inferSelect;
