import type { TraceWarning } from '@vialproof/contract/chromatograms';
import type { TraceImport } from '@vialproof/contract/imports';
import type { Thousands } from '@vialproof/contract/thousands';
import type { Acquisition } from '@vialproof/science/chromatography/file-reading';
import { customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The key with which a program calls the API. Its id is also an account, so that logs can name the program. */
export const laboratoryKey = pgTable('laboratory_key', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  scope: text().$type<'imports'>().notNull(),
  secretHash: bytea('secret_hash').notNull(),
  madeBy: uuid('made_by').notNull(),
  madeAt: instant('made_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** When a mail said that the key expires soon. */
  remindedAt: instant('reminded_at'),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
  revokedBy: uuid('revoked_by'),
});
export type KeyRow = typeof laboratoryKey.$inferSelect;

/** A file that was sent with a key. Rows never change. */
export const traceImport = pgTable('trace_import', {
  id: uuid().primaryKey(),
  keyId: uuid('key_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  acquisition: jsonb().$type<Acquisition>().notNull(),
  warnings: jsonb().$type<TraceWarning[]>().notNull(),
  why: jsonb().$type<TraceImport['why']>(),
  receivedAt: instant('received_at').notNull(),
});
export type ImportRow = typeof traceImport.$inferSelect;

/** The decision about a file. Rows never change. */
export const importDecision = pgTable('import_decision', {
  importId: uuid('import_id').primaryKey(),
  requestId: uuid('request_id'),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});
export type DecisionRow = typeof importDecision.$inferSelect;

/** How a person chose to read a file's numbers. Rows never change. */
export const importReading = pgTable('import_reading', {
  importId: uuid('import_id').primaryKey(),
  thousands: text().$type<Thousands>().notNull(),
  why: jsonb().$type<TraceImport['why']>(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});
export type ReadingRow = typeof importReading.$inferSelect;

/** A file with the decision about it. Null while nobody has decided. */
export type DecidedImport = { file: ImportRow; decision: DecisionRow | null; reading: ReadingRow | null };
