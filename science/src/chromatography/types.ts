import type { SignalUnit } from './units.ts';

// Values that are computed here. Schemas in the contract check the same shapes in requests and answers.

/**
 * Overrides the baseline of the group of peaks that touch this one: a straight line from foot to foot with a drop at
 * each valley, straight lines from valley to valley, a rolling ball, or the instrument's. `tangent` affects this peak
 * alone: it is skimmed off the flank of the taller peak that it touches.
 */
export const PEAK_BASELINES = ['straight', 'valley', 'tangent', 'rolling_ball', 'instrument'] as const;
export type PeakBaseline = (typeof PEAK_BASELINES)[number];

/** The baseline of an area; `instrument`: the baselines from the file. */
export const BASELINE_KINDS = ['rolling_ball', 'straight', 'instrument'] as const;
export type BaselineKind = (typeof BASELINE_KINDS)[number];

/** Times in minutes, height in the trace's signal unit, area in that unit times minutes. */
export type Peak = {
  retention_min: number;
  start_min: number;
  end_min: number;
  height_mau: number;
  area: number;
  area_percent: number;
  /** Absent if the peak has the default baseline. */
  baseline?: PeakBaseline | undefined;
  width_half_min?: number | null | undefined;
  /** USP tailing: width at 5 % of the height over twice the front half of it. */
  tailing?: number | null | undefined;
  /** Theoretical plates, 5.54 (t / width at half height)². */
  plates?: number | null | undefined;
  /** Resolution from the previous peak, 1.18 Δt / (sum of both widths at half height). */
  resolution?: number | null | undefined;
  /** Twice the height over the peak-to-peak noise. */
  signal_to_noise?: number | null | undefined;
};

/** Start and end of a peak's area, min, and an override of its group's baseline. */
export type PeakLimits = { start_min: number; end_min: number; baseline?: PeakBaseline | undefined };

/** Limits, main peak (index in `limits`) and baseline: everything that determines the areas of a stored trace. */
export type Integration = { limits: PeakLimits[]; main_peak: number | null; baseline: BaselineKind };

/** Integration settings of a method; by default the run after the void, and peaks from 0.05 % of the area. */
export type IntegrationOptions = {
  from_min?: number | undefined;
  to_min?: number | undefined;
  threshold_percent?: number | undefined;
};

/** Which peaks a method counts: those with at least this share of the area whose top lies in the window, min. */
export type Reporting = { limit_percent: number; from_min: number; to_min: number };

/** The part of a run whose peaks are integrated, and what set it. */
export const WINDOW_SOURCES = ['template', 'default', 'method_version'] as const;
export type Window = {
  from: number;
  to: number;
  unit: 'min';
  source: (typeof WINDOW_SOURCES)[number];
};

/** A detected peak that the purity does not count. */
export const UNCOUNTED_REASONS = ['left_out', 'below_limit', 'outside_window'] as const;
export type UncountedPeak = {
  retention_min: number;
  start_min: number;
  end_min: number;
  height_mau: number;
  area: number;
  /** Share of the area of all peaks, counted or not; for a peak outside the window, including peaks outside. */
  area_percent: number;
  why: (typeof UNCOUNTED_REASONS)[number];
};

export type TraceWarning = { code: string; text: string };

/** Warnings that a purity was reported in spite of, and the reason. */
export type ExplainedWarnings = { codes: string[]; reason: string };

/** Chromatogram file formats with support. */
export const TRACE_FORMATS = ['csv', 'netcdf', 'mzml', 'labsolutions', 'chromeleon', 'arw'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** A peak as reported by the instrument's own software, in its own numbers; null where the file states nothing. */
export type VendorPeak = {
  name: string | null;
  retention_min: number | null;
  start_min: number | null;
  end_min: number | null;
  area: number | null;
  /** The software's unit, such as 'µV·s'; the unit of the height is this without the time. */
  area_unit: string | null;
  area_percent: number | null;
  height: number | null;
  /** The software's codes for limits and baseline, such as 'SV' or 'BB'; they also mark manual integration. */
  marks: string | null;
  tailing: number | null;
  plates: number | null;
  resolution: number | null;
};

/** The meaning of ambiguous signs in a table: thousands separators or decimal signs. */
export const THOUSANDS = ['groups', 'decimals'] as const;
export type Thousands = (typeof THOUSANDS)[number];

/** An ambiguous number of a file, as written there, and both readings. */
export type NumberReadings = { text: string; groups: string; decimals: string };

/** Order of day and month in an instrument's files, if the files do not show it. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Source of the injection time, or why it is unknown: ambiguous date, unreadable, not recorded. */
export const TIME_SOURCES = ['file', 'typed', 'two_readings', 'unreadable', 'not_recorded'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** One run of a sample: reported, with the reason if there were warnings; or why it is not reported. */
export type RunNote = {
  sha256: string;
  used: boolean;
  reason: string | null;
  purity_percent?: number | null | undefined;
};

/** Input for the published notes on a trace. */
export type DescribedTrace = {
  peaks: readonly Peak[];
  main_peak: number | null;
  purity_percent: number | null;
  signal_unit?: SignalUnit | undefined;
  sample_name?: string | null | undefined;
  injected_at?: string | null | undefined;
  injection_time?:
    | { source: TimeSource; readings?: string[] | undefined; reason?: string | undefined }
    | undefined;
  reporting?: Reporting | undefined;
  window?: Window | undefined;
  uncounted?: readonly UncountedPeak[] | undefined;
  injections?: readonly RunNote[] | undefined;
  manual?: { reason: string; proposed_purity_percent: number | null } | undefined;
  explained_warnings?: ExplainedWarnings | undefined;
  blank_subtracted?: { sha256: string } | undefined;
  method: { name: string; version: string };
};
