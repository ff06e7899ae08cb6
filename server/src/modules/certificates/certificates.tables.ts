import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const certificate = pgTable('certificate', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  revisionId: uuid('revision_id').notNull(),
  revision: integer().notNull(),
  fileKey: text('file_key').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  issuedAt: instant('issued_at').notNull(),
  /** The fingerprint of the certificate that signed the PDF. */
  signedBy: text('signed_by').notNull(),
  /** A secret number (salt). The public log has a hash of it and the result. */
  logSalt: text('log_salt').notNull(),
  /** The text of result.json. */
  resultJson: text('result_json').notNull(),
});
export type CertificateRow = typeof certificate.$inferSelect;

export const signingCertificate = pgTable('signing_certificate', {
  fingerprint: text().primaryKey(),
  pem: text().notNull(),
  authorities: text().notNull(),
  validFrom: instant('valid_from').notNull(),
  validUntil: instant('valid_until').notNull(),
  firstUsedAt: instant('first_used_at').notNull(),
});
export type SigningCertificateRow = typeof signingCertificate.$inferSelect;
