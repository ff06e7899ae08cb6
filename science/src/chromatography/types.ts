import type { SignalUnit } from './units.ts';

// The types of values that science/ computes. Schemas in contract/ have the same fields.

/**
 * The baseline of a peak and of those that touch it: from foot to foot with a drop at each valley, from valley to
 * valley, a rolling ball, or the instrument's. `tangent` is for this peak alone: it cuts the peak off the side of a
 * taller one.
 */
export const PEAK_BASELINES = ['straight', 'valley', 'tangent', 'rolling_ball', 'instrument'] as const;
export type PeakBaseline = (typeof PEAK_BASELINES)[number];

/** The kind of baseline below an area; `instrument`: the baselines in the file. */
export const BASELINE_KINDS = ['rolling_ball', 'straight', 'instrument'] as const;
export type BaselineKind = (typeof BASELINE_KINDS)[number];

/** Times in minutes, heights in the unit of the signal, areas in this unit × minutes. */
export type Peak = {
  retention_min: number;
  start_min: number;
  end_min: number;
  height_mau: number;
  area: number;
  area_percent: number;
  baseline?: PeakBaseline | undefined;
  width_half_min?: number | null | undefined;
  /** The USP tailing factor: the width at 5 % of the height, divided by twice the front half of it. */
  tailing?: number | null | undefined;
  /** The number of theoretical plates: 5.54 (time / width at half height)². */
  plates?: number | null | undefined;
  /** The resolution to the peak before: 1.18 × time difference / sum of both widths at half height. */
  resolution?: number | null | undefined;
  /** Twice the height, divided by the peak-to-peak noise. */
  signal_to_noise?: number | null | undefined;
};

/** Start and end of a peak in minutes, and its own baseline. */
export type PeakLimits = { start_min: number; end_min: number; baseline?: PeakBaseline | undefined };

/** Start and end of the peaks, the main peak, and the baseline. All areas follow from these. */
export type Integration = { limits: PeakLimits[]; main_peak: number | null; baseline: BaselineKind };

/**
 * How a method finds and counts peaks. By default it leaves out the solvent's peak, and counts peaks from 0.05 % of the
 * area.
 */
export type IntegrationOptions = {
  from_min?: number | undefined;
  to_min?: number | undefined;
  threshold_percent?: number | undefined;
};

/** Which peaks count: those with at least this part of the area whose top is in the time window (minutes). */
export type Reporting = { limit_percent: number; from_min: number; to_min: number };

/** The time window in which peaks count, and who set it. */
export const WINDOW_SOURCES = ['template', 'default', 'method_version'] as const;
export type Window = {
  from: number;
  to: number;
  unit: 'min';
  source: (typeof WINDOW_SOURCES)[number];
};

/** A peak that was found but is not part of the purity. */
export const UNCOUNTED_REASONS = ['left_out', 'below_limit', 'outside_window'] as const;
export type UncountedPeak = {
  retention_min: number;
  start_min: number;
  end_min: number;
  height_mau: number;
  area: number;
  /** The peak's share of the area of all peaks. */
  area_percent: number;
  why: (typeof UNCOUNTED_REASONS)[number];
};

export type TraceWarning = { code: string; text: string };

/** The warnings of a chromatogram whose purity was reported, and the reason for it. */
export type ExplainedWarnings = { codes: string[]; reason: string };

/** The file formats of chromatograms that the reader supports. */
export const TRACE_FORMATS = ['csv', 'netcdf', 'mzml', 'labsolutions', 'chromeleon', 'arw'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** A peak in the table of the instrument, with its numbers. Null where the file says nothing. */
export type VendorPeak = {
  name: string | null;
  retention_min: number | null;
  start_min: number | null;
  end_min: number | null;
  area: number | null;
  /** The unit of the areas in the instrument's table, such as 'µV·s'. */
  area_unit: string | null;
  area_percent: number | null;
  height: number | null;
  /** The instrument's codes for borders and baseline, such as 'SV' or 'BB'. */
  marks: string | null;
  tailing: number | null;
  plates: number | null;
  resolution: number | null;
};

/** How a sign such as a comma is read: between thousands, or as the decimal sign. */
export const THOUSANDS = ['groups', 'decimals'] as const;
export type Thousands = (typeof THOUSANDS)[number];

/** A number of a file that has two meanings, as written, and both numbers. */
export type NumberReadings = { text: string; groups: string; decimals: string };

/** Whether day or month comes first in dates of an instrument's files. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where an injection time comes from, or why it is unknown. */
export const TIME_SOURCES = ['file', 'typed', 'two_readings', 'unreadable', 'not_recorded'] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** An injection (one measurement) of a sample. `reason`: why it is not used, or why its warnings are accepted. */
export type RunNote = {
  sha256: string;
  used: boolean;
  reason: string | null;
  purity_percent?: number | null | undefined;
};

/** What the published notes on a chromatogram are made from. */
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
