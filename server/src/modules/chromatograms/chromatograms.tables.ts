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

/** The chromatogram of a result's revision. */
export const chromatogram = pgTable('chromatogram', {
  id: uuid().primaryKey(),
  revisionId: uuid('revision_id').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  wavelengthNm: integer('wavelength_nm'),
  /** The channel (signal) of the file. Null if it has no name. */
  channel: text(),
  /** All channels (signals) of the file. Empty if there is only one. */
  channels: jsonb().$type<string[]>().notNull().default([]),
  /** How a person chose to read numbers such as '1,234'. */
  thousands: text().$type<Thousands>(),
  /** The points as bytes (rules/trace-bytes). */
  trace: bytea().notNull(),
  signalUnit: text('signal_unit').$type<SignalUnit>().notNull(),
  format: text().$type<TraceFormat>().notNull(),
  /** Warnings about the file. */
  fileWarnings: jsonb('file_warnings').$type<TraceWarning[]>().notNull(),
  vendorPeaks: jsonb('vendor_peaks').$type<VendorPeak[]>(),
  /** Warnings about the peaks. */
  noticed: jsonb().$type<TraceWarning[]>().notNull(),
  peaks: jsonb().$type<Peak[]>().notNull(),
  mainPeak: integer('main_peak'),
  purityPercent: doublePrecision('purity_percent'),
  method: jsonb().$type<IntegrationRecord>().notNull(),
  baseline: text().$type<BaselineKind>().notNull(),
  limitsBy: text('limits_by').$type<'proposal' | 'instrument' | 'person'>().notNull(),
  /** The version; it increases with each new file or change. */
  version: integer().notNull(),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at'),
  /** Why a person changed the automatic peaks. */
  reason: text(),
  /** The purity in per cent by the automatic peaks. */
  proposedPurity: doublePrecision('proposed_purity'),
  /** Why the purity is reported in spite of warnings, and who said so. */
  explained: jsonb().$type<ExplainedWarnings & { by: string; at: string }>(),
  blankId: uuid('blank_id'),
  /** The points of the file, if `trace` is the difference to the blank. */
  rawTrace: bytea('raw_trace'),
  /** Who last turned the subtraction of the blank on or off. */
  blankBy: uuid('blank_by'),
  blankAt: instant('blank_at'),
  /** Every injection of the sample at the time of the publication. */
  injections: jsonb().$type<RunNote[]>(),
  /** The other injections whose purities are part of the result's mean. */
  replicates: jsonb().$type<Replicate[]>(),
  /** Sample name and time of the injection that is shown, stored at the publication. */
  run: jsonb().$type<PublishedRun>(),
  uncounted: jsonb().$type<UncountedPeak[]>().notNull(),
  proposal: jsonb().$type<Integration>().notNull(),
  instrument: jsonb().$type<InstrumentTable>(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type ChromatogramRow = typeof chromatogram.$inferSelect;
/** The row with its blank, but without the many points. */
export type ChromatogramFacts = Omit<ChromatogramRow, 'trace' | 'rawTrace'> & {
  points: number;
  isSubtracted: boolean;
  blank: Pick<BlankRow, 'fileKey' | 'fileName' | 'sha256' | 'sizeBytes'> | null;
};
export type StoredChromatogram = ChromatogramFacts & Pick<ChromatogramRow, 'trace' | 'rawTrace'>;

/** A run of the solvent alone (blank). Rows never change. */
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
  /** The points as bytes (rules/trace-bytes). */
  trace: bytea().notNull(),
  uploadedBy: uuid('uploaded_by').notNull(),
  uploadedAt: instant('uploaded_at').notNull(),
});
export type BlankRow = typeof blank.$inferSelect;

/** The peaks of a chromatogram after each change. Rows never change. */
export const chromatogramState = pgTable('chromatogram_state', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  revisionId: uuid('revision_id').notNull(),
  state: jsonb().$type<PastTrace>(),
  at: instant('at').notNull(),
});
