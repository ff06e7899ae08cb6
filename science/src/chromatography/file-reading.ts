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

/** Why a file is no chromatogram; `line` counts from 1 and is null where the whole file is meant. */
export type TraceRefusal = {
  ok: false;
  line: number | null;
  message: string;
  /** Where a number can be read in two ways and no other tells which: a person may say it. */
  readings?: NumberReadings;
};

/** A trace with warnings worth a look. */
export type TraceReading =
  | {
      ok: true;
      trace: Trace;
      warnings: TraceWarning[];
      /** What a person said of numbers that can be read in two ways; absent where the file tells it itself. */
      thousands?: Thousands;
    }
  | TraceRefusal;

/** How the areas came about: enough to find them again from the stored trace. */
export type IntegrationRecord = {
  name: string;
  version: string;
  limits: { from_min: number; to_min: number; threshold_percent: number };
  /** What the method counts; absent where it says nothing of it. */
  reporting?: Reporting;
  /** Absent from records up to version 4. */
  window?: Window;
};

/** The peaks that an instrument's software found, with the baselines it drew. */
export type InstrumentTable = Pick<Integration, 'limits' | 'main_peak'> & { baseline: StoredLine };

type StoredLine = { minutes: number[]; mau: number[] };

/** What a file says of the run that made it; null where it says nothing. */
export type Acquisition = {
  sampleName: string | null;
  sampleId: string | null;
  /** As the instrument wrote it: ISO 8601, without a zone where it knew none. */
  injectedAt: string | null;
  /**
   * Both times that its words may mean, where the day cannot be told from the month: the day first, then the month first.
   * `injectedAt` is null then.
   */
  readings?: string[];
  instrument: string | null;
  method: string | null;
  operator: string | null;
  batch: string | null;
};

/** What a file of any format says. */
export type FileReading =
  | {
      ok: true;
      format: TraceFormat;
      trace: Trace;
      unit: SignalUnit;
      wavelengthNm: number | null;
      /** Which detector or wavelength was read, in the file's words; null where it names none. */
      channel: string | null;
      /** The channels that can be asked for by name; empty where the file has one. */
      channels: string[];
      acquisition: Acquisition;
      /** As in `TraceReading`. */
      thousands?: Thousands;
      instrument: InstrumentTable | null;
      /** The peaks that the instrument's software found in this channel; null where the file has no table of them. */
      vendorPeaks: VendorPeak[] | null;
      warnings: TraceWarning[];
    }
  | TraceRefusal;

/** What is known of a peak of which a file says nothing yet. */
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

/** Refuses the file as a whole. */
export function refuseFile(message: string): TraceRefusal {
  return { ok: false, line: null, message };
}
