import type { SignalUnit } from './units.ts';

// Types of values that science computes. Schemas in the contract check values with the same fields in requests and
// answers.

/**
 * Replaces the default baseline for this peak and the peaks that touch it: a straight line from foot to foot with a
 * drop at each valley, straight lines from valley to valley, a rolling ball, or the instrument's baseline. `tangent`
 * affects this peak alone: the peak is skimmed off the flank of the taller peak that it touches.
 */
export const PEAK_BASELINES = ['straight', 'valley', 'tangent', 'rolling_ball', 'instrument'] as const;
export type PeakBaseline = (typeof PEAK_BASELINES)[number];

/** The baseline below an area; `instrument`: the baselines that the file contains. */
export const BASELINE_KINDS = ['rolling_ball', 'straight', 'instrument'] as const;
export type BaselineKind = (typeof BASELINE_KINDS)[number];

/** Times are in minutes, the height is in the signal unit of the trace, the area in that unit times minutes. */
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
  /** The resolution between the previous peak and this peak, 1.18 Δt / (sum of both widths at half height). */
  resolution?: number | null | undefined;
  /** Twice the height over the peak-to-peak noise. */
  signal_to_noise?: number | null | undefined;
};

/** The start and the end of a peak's area, min, and the baseline if it is not the default one. */
export type PeakLimits = { start_min: number; end_min: number; baseline?: PeakBaseline | undefined };

/** Limits, main peak (its index in `limits`) and baseline: from these and the stored trace all areas are computed. */
export type Integration = { limits: PeakLimits[]; main_peak: number | null; baseline: BaselineKind };

/**
 * The integration settings of a method. The default integrates the run after the void, and counts peaks from 0.05 % of
 * the area.
 */
export type IntegrationOptions = {
  from_min?: number | undefined;
  to_min?: number | undefined;
  threshold_percent?: number | undefined;
};

/**
 * Which peaks a method counts: peaks with at least this share of the area, whose highest point lies in the window (in
 * minutes).
 */
export type Reporting = { limit_percent: number; from_min: number; to_min: number };

/** The part of a run whose peaks are integrated, and where the window comes from. */
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
  /**
   * The peak's share of the area of all peaks, counted or not. For a peak outside the window, that area includes the
   * peaks outside.
   */
  area_percent: number;
  why: (typeof UNCOUNTED_REASONS)[number];
};

export type TraceWarning = { code: string; text: string };

/** The warnings in spite of which the purity was reported, and the reason. */
export type ExplainedWarnings = { codes: string[]; reason: string };

/** The file formats of chromatograms that the reader supports. */
export const TRACE_FORMATS = ['csv', 'netcdf', 'mzml', 'labsolutions', 'chromeleon', 'arw'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** A peak that the instrument's own software reported, with the numbers of that software; null where the file states nothing. */
export type VendorPeak = {
  name: string | null;
  retention_min: number | null;
  start_min: number | null;
  end_min: number | null;
  area: number | null;
  /** The software's unit of areas, such as 'µV·s'. The unit of heights is the same without the time. */
  area_unit: string | null;
  area_percent: number | null;
  height: number | null;
  /** The software's codes for limits and baseline, such as 'SV' or 'BB'. The codes also show manual integration. */
  marks: string | null;
  tailing: number | null;
  plates: number | null;
  resolution: number | null;
};

/** What ambiguous characters in the numbers of a table are: thousands separators, or decimal signs. */
export const THOUSANDS = ['groups', 'decimals'] as const;
export type Thousands = (typeof THOUSANDS)[number];

/** An ambiguous number as it is written in a file, and the two numbers that it can mean. */
export type NumberReadings = { text: string; groups: string; decimals: string };

/** The order of day and month in the files of an instrument, for files that do not show the order themselves. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where an injection time comes from, or why it is unknown: the date is ambiguous, unreadable, or not recorded. */
export const TIME_SOURCES = ['file', 'typed', 'two_readings', 'unreadable', 'not_recorded'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** One run of a sample. If it is reported, `reason` answers its warnings; otherwise `reason` states why it is not reported. */
export type RunNote = {
  sha256: string;
  used: boolean;
  reason: string | null;
  purity_percent?: number | null | undefined;
};

/** What the published notes on a trace are written from. */
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
