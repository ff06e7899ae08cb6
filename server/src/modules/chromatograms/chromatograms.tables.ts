import type { Integration, TraceFormat, TraceWarning, VendorPeak } from '@vialproof/contract/chromatograms';
import type { PastTrace } from '@vialproof/contract/history';
import type { UncountedPeak } from '@vialproof/contract/reporting';
import type { BaselineKind, ExplainedWarnings, Peak, RunNote } from '@vialproof/contract/results';
import type { Thousands } from '@vialproof/contract/thousands';
import type {
  Acquisition,
  InstrumentTable,
  IntegrationRecord,
} from '@vialproof/science/chromatography/file-reading';
import type { SignalUnit } from '@vialproof/science/chromatography/units';
import {
  bigint,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PublishedRun } from './rules/published-run.ts';
import type { Replicate } from './rules/replicates.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** The detector trace of a result's revision. */
export const chromatogram = pgTable('chromatogram', {
  id: uuid().primaryKey(),
  revisionId: uuid('revision_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  wavelengthNm: integer('wavelength_nm'),
  /** The channel's name as the file has it; null if the file names none. */
  channel: text(),
  /** All readable channels of the file; empty if the file has a single channel. */
  channels: jsonb().$type<string[]>().notNull().default([]),
  /** How to read the file's numbers, chosen by a person; null if the numbers are unambiguous. */
  thousands: text().$type<Thousands>(),
  /** The points; rules/trace-bytes describes their form. */
  trace: bytea().notNull(),
  signalUnit: text('signal_unit').$type<SignalUnit>().notNull(),
  format: text().$type<TraceFormat>().notNull(),
  /** Warnings about the uploaded file. */
  fileWarnings: jsonb('file_warnings').$type<TraceWarning[]>().notNull(),
  vendorPeaks: jsonb('vendor_peaks').$type<VendorPeak[]>(),
  /** Warnings that the integration gives about its own result. */
  noticed: jsonb().$type<TraceWarning[]>().notNull(),
  peaks: jsonb().$type<Peak[]>().notNull(),
  mainPeak: integer('main_peak'),
  purityPercent: doublePrecision('purity_percent'),
  method: jsonb().$type<IntegrationRecord>().notNull(),
  baseline: text().$type<BaselineKind>().notNull(),
  limitsBy: text('limits_by').$type<'proposal' | 'instrument' | 'person'>().notNull(),
  /** Grows with each new file and with each change of the integration limits. */
  version: integer().notNull(),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at'),
  /** The reason of the person who changed the proposed integration limits. */
  reason: text(),
  /** The purity in % that follows from the proposed integration limits. */
  proposedPurity: doublePrecision('proposed_purity'),
  /** The reasons to report the purity in spite of its warnings, and the person who gave them. */
  explained: jsonb().$type<ExplainedWarnings & { by: string; at: string }>(),
  blankId: uuid('blank_id'),
  /** The points of the uploaded file, while `trace` has the blank's signal subtracted. */
  rawTrace: bytea('raw_trace'),
  /** The person who last switched the blank's subtraction on or off. */
  blankBy: uuid('blank_by'),
  blankAt: instant('blank_at'),
  /** Every run of the sample at the time of the publication. */
  injections: jsonb().$type<RunNote[]>(),
  /** The injections that the result reports beside the drawn one. */
  replicates: jsonb().$type<Replicate[]>(),
  /** Sample and time of the drawn run, stored with the publication; null before it. */
  run: jsonb().$type<PublishedRun>(),
  uncounted: jsonb().$type<UncountedPeak[]>().notNull(),
  proposal: jsonb().$type<Integration>().notNull(),
  instrument: jsonb().$type<InstrumentTable>(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type ChromatogramRow = typeof chromatogram.$inferSelect;
/** The row without its many points, with the blank beside it. */
export type ChromatogramFacts = Omit<ChromatogramRow, 'trace' | 'rawTrace'> & {
  points: number;
  isSubtracted: boolean;
  blank: Pick<BlankRow, 'fileKey' | 'fileName' | 'sha256' | 'sizeBytes'> | null;
};
export type StoredChromatogram = ChromatogramFacts & Pick<ChromatogramRow, 'trace' | 'rawTrace'>;

/** One run of the solvent alone, with its uploaded file. Rows never change. */
export const blank = pgTable('blank', {
  id: uuid().primaryKey(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull().unique(),
  sizeBytes: integer('size_bytes').notNull(),
  format: text().$type<TraceFormat>().notNull(),
  acquisition: jsonb().$type<Acquisition>().notNull(),
  wavelengthNm: integer('wavelength_nm'),
  signalUnit: text('signal_unit').$type<SignalUnit>().notNull(),
  /** The points; rules/trace-bytes describes their form. */
  trace: bytea().notNull(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type BlankRow = typeof blank.$inferSelect;

/** The reported integration of a revision's trace after each change; rows never change. */
export const chromatogramState = pgTable('chromatogram_state', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  revisionId: uuid('revision_id').notNull(),
  state: jsonb().$type<PastTrace>(),
  at: instant('at').notNull(),
});
