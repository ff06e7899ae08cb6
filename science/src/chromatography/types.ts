import type { SignalUnit } from './units.ts';

// The values that are computed here. The schemas of the contract check the same shapes where they cross the wire.

/**
 * What overrides the baseline for the group of peaks that touch this one: a straight line from foot to foot with a drop
 * at each valley, straight lines from valley to valley, a rolling ball, the instrument's. `tangent` is of this peak
 * alone: it is skimmed off the flank of the taller one that it touches.
 */
export const PEAK_BASELINES = ['straight', 'valley', 'tangent', 'rolling_ball', 'instrument'] as const;
export type PeakBaseline = (typeof PEAK_BASELINES)[number];

/** What the area of a peak is measured from; `instrument`: the baselines that came with the file. */
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
  /** Absent where the peak has the baseline of the whole. */
  baseline?: PeakBaseline | undefined;
  width_half_min?: number | null | undefined;
  /** USP: width at 5 % of the height over twice the front half of it. */
  tailing?: number | null | undefined;
  /** Theoretical plates, 5.54 (t / width at half height)². */
  plates?: number | null | undefined;
  /** Resolution from the peak before, 1.18 Δt / (sum of both widths at half height). */
  resolution?: number | null | undefined;
  /** Twice the height over the peak-to-peak noise. */
  signal_to_noise?: number | null | undefined;
};

/** Where the area of a peak begins and ends, min, and what overrides the baseline of its group. */
export type PeakLimits = { start_min: number; end_min: number; baseline?: PeakBaseline | undefined };

/** Limits, main peak (index in `limits`) and baseline: all that decides the areas of a stored trace. */
export type Integration = { limits: PeakLimits[]; main_peak: number | null; baseline: BaselineKind };

/** What a method asks of an integration; left out, the run after the void, and peaks from 0.05 % of the area. */
export type IntegrationOptions = {
  from_min?: number | undefined;
  to_min?: number | undefined;
  threshold_percent?: number | undefined;
};

/** Which peaks a method counts: those of at least this share of the area whose top lies in the window, min. */
export type Reporting = { limit_percent: number; from_min: number; to_min: number };

/** The part of a run that its peaks are taken from, and what set it. */
export const WINDOW_SOURCES = ['template', 'default', 'method_version'] as const;
export type Window = {
  from: number;
  to: number;
  unit: 'min';
  source: (typeof WINDOW_SOURCES)[number];
};

/** A peak that stands out of a trace and is not among those that its purity counts. */
export const UNCOUNTED_REASONS = ['left_out', 'below_limit', 'outside_window'] as const;
export type UncountedPeak = {
  retention_min: number;
  start_min: number;
  end_min: number;
  height_mau: number;
  area: number;
  /** Share of the area of all peaks, counted or not; of one outside the window, of those outside as well. */
  area_percent: number;
  why: (typeof UNCOUNTED_REASONS)[number];
};

/** Something about a trace that is worth a look. */
export type TraceWarning = { code: string; text: string };

/** Warnings that a purity was reported in spite of, and why. */
export type ExplainedWarnings = { codes: string[]; reason: string };

/** The formats of chromatogram files that are read. */
export const TRACE_FORMATS = ['csv', 'netcdf', 'mzml', 'labsolutions', 'chromeleon', 'arw'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** A peak as the instrument's own software reported it, in its own numbers; null where the file says nothing. */
export type VendorPeak = {
  name: string | null;
  retention_min: number | null;
  start_min: number | null;
  end_min: number | null;
  area: number | null;
  /** As the software counts it, such as 'µV·s'; the height is in the same without the time. */
  area_unit: string | null;
  area_percent: number | null;
  height: number | null;
  /** What the software says of the limits and the baseline, such as 'SV' or 'BB'; a manual integration among it. */
  marks: string | null;
  tailing: number | null;
  plates: number | null;
  resolution: number | null;
};

/** What the marks of a table stand for where no number of it tells: between thousands, or before decimals. */
export const THOUSANDS = ['groups', 'decimals'] as const;
export type Thousands = (typeof THOUSANDS)[number];

/** A number of a file that can be read in two ways, as it stands there, and both readings. */
export type NumberReadings = { text: string; groups: string; decimals: string };

/** Which number of a date stands first in an instrument's files, where they do not tell it themselves. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where the time of an injection comes from, or why it is unknown: two readings of its date, unreadable, not recorded. */
export const TIME_SOURCES = ['file', 'typed', 'two_readings', 'unreadable', 'not_recorded'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** One run of a sample by its file: reported, with the reason where something was noticed about it; or why it is not. */
export type RunNote = {
  sha256: string;
  used: boolean;
  reason: string | null;
  purity_percent?: number | null | undefined;
};

/** What the words about a published trace are made of. */
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
