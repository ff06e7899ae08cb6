import type { Trace } from './trace.ts';
import type {
  Integration,
  NumberReadings,
  Reporting,
  Thousands,
  TraceFormat,
  TraceWarning,
  VendorPeak,
  Window,
} from './types.ts';
import type { SignalUnit } from './units.ts';

/** Why a file is no chromatogram. `line` is null if the whole file is meant. */
export type TraceRefusal = {
  ok: false;
  line: number | null;
  message: string;
  /** Set if a number has two meanings, so that a person may choose. */
  readings?: NumberReadings;
};

/** A chromatogram with warnings, or a refusal. */
export type TraceReading =
  | {
      ok: true;
      trace: Trace;
      warnings: TraceWarning[];
      /** How a person decided to read numbers such as '1,234'. Undefined if the file itself is clear. */
      thousands?: Thousands;
    }
  | TraceRefusal;

/** How the areas were computed, so that anybody can compute them again from the chromatogram. */
export type IntegrationRecord = {
  name: string;
  version: string;
  limits: { from_min: number; to_min: number; threshold_percent: number };
  /** Which peaks are part of the purity by the method. Undefined if the method does not say. */
  reporting?: Reporting;
  /** The time window. Old records have none. */
  window?: Window;
};

/** The peaks that the instrument found, with its baselines. */
export type InstrumentTable = Pick<Integration, 'limits' | 'main_peak'> & { baseline: StoredLine };

type StoredLine = { minutes: number[]; mau: number[] };

/** What a file says about the measurement. Null where it says nothing. */
export type Acquisition = {
  sampleName: string | null;
  sampleId: string | null;
  /** The injection time as the instrument wrote it: ISO 8601, without a time zone if the file has none. */
  injectedAt: string | null;
  /** Both times that a date such as 3/4 can mean: day first, then month first. `injectedAt` is null then. */
  readings?: string[];
  instrument: string | null;
  method: string | null;
  operator: string | null;
  batch: string | null;
};

/** The result of reading a file of any format. */
export type FileReading =
  | {
      ok: true;
      format: TraceFormat;
      trace: Trace;
      unit: SignalUnit;
      wavelengthNm: number | null;
      /** The name of the channel (detector or wavelength) in the file. Null if it has none. */
      channel: string | null;
      /** The names of the channels that a person can choose; empty for a single channel. */
      channels: string[];
      acquisition: Acquisition;
      thousands?: Thousands;
      instrument: InstrumentTable | null;
      /** The instrument's peaks in this channel. Null if it has no table of peaks. */
      vendorPeaks: VendorPeak[] | null;
      warnings: TraceWarning[];
    }
  | TraceRefusal;

/** A peak about which the table says nothing. */
export const NO_VENDOR_PEAK: VendorPeak = {
  name: null,
  retention_min: null,
  start_min: null,
  end_min: null,
  area: null,
  area_unit: null,
  area_percent: null,
  height: null,
  marks: null,
  tailing: null,
  plates: null,
  resolution: null,
};

export function refuseFile(message: string): TraceRefusal {
  return { ok: false, line: null, message };
}
