import type { TraceFormat, TraceWarning } from '@vialproof/contract/chromatograms';
import type { InjectionDoubt } from '@vialproof/contract/injections';
import type { Thousands } from '@vialproof/contract/thousands';
import type { Acquisition } from '@vialproof/science/chromatography/file-reading';
import {
  bigint,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });
/** A text of 512 zeros and ones, as a column of the database. */
const bits = customType<{ data: string }>({ dataType: () => 'bit(512)' });

/** One measurement by an instrument, with its uploaded file. Rows never change. */
export const injection = pgTable('injection', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  format: text().$type<TraceFormat>().notNull(),
  acquisition: jsonb().$type<Acquisition>().notNull(),
  warnings: jsonb().$type<TraceWarning[]>().notNull(),
  /** A fingerprint of the noise in the measurement (rules/noise-print). */
  noise: bits(),
  noiseOnly: bits('noise_only'),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
  /** The number of the upload, which gives the order. */
  place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
});
export type InjectionRow = Omit<typeof injection.$inferSelect, 'place'>;

/** How a person chose to read the numbers of a file. The newest row is valid. */
export const injectionReading = pgTable('injection_reading', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  injectionId: uuid('injection_id').notNull(),
  thousands: text().$type<Thousands>().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});

/** Why a revision does not use an injection. The newest row is valid. */
export const unusedInjection = pgTable('unused_injection', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  injectionId: uuid('injection_id').notNull(),
  revisionId: uuid('revision_id').notNull(),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});

/** When an injection was measured, as a person typed it, or why that is unknown. The newest row is valid. */
export const injectionTime = pgTable('injection_time', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  injectionId: uuid('injection_id').notNull(),
  /** The time as typed, in ISO 8601; null if unknown. */
  injectedAt: text('injected_at'),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});
export type TypedTimeRow = Omit<typeof injectionTime.$inferSelect, 'id'>;

/** A reviewer allows an injection in spite of a doubt. */
export const injectionAllowance = pgTable(
  'injection_allowance',
  {
    injectionId: uuid('injection_id').notNull(),
    what: text().$type<InjectionDoubt>().notNull(),
    reason: text().notNull(),
    byId: uuid('by_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.injectionId, table.what, table.at] })],
);
export type AllowanceRow = typeof injectionAllowance.$inferSelect;

/** A reviewer found no private data in the file, so its owner may publish it. */
export const injectionRelease = pgTable('injection_release', {
  injectionId: uuid('injection_id').primaryKey(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});
export type ReleaseRow = typeof injectionRelease.$inferSelect;
