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

/** Why a file is not a chromatogram. `line` counts from 1; it is null if the refusal is about the whole file. */
export type TraceRefusal = {
  ok: false;
  line: number | null;
  message: string;
  /** Set if a number is ambiguous and no other number of the file decides: a person may choose how to read it. */
  readings?: NumberReadings;
};

/** A trace, with warnings for the person who reads it. */
export type TraceReading =
  | {
      ok: true;
      trace: Trace;
      warnings: TraceWarning[];
      /** How a person decided to read ambiguous numbers; absent if the file itself is clear. */
      thousands?: Thousands;
    }
  | TraceRefusal;

/** How the areas were computed, in enough detail to compute them again from the stored trace. */
export type IntegrationRecord = {
  name: string;
  version: string;
  limits: { from_min: number; to_min: number; threshold_percent: number };
  /** Which peaks the method counts; absent if the method has no integration options. */
  reporting?: Reporting;
  /** The integration window; absent from records up to version 4. */
  window?: Window;
};

/** The peaks that an instrument's software found, with the baselines that it drew. */
export type InstrumentTable = Pick<Integration, 'limits' | 'main_peak'> & { baseline: StoredLine };

type StoredLine = { minutes: number[]; mau: number[] };

/** What a file states about its run; null where it states nothing. */
export type Acquisition = {
  sampleName: string | null;
  sampleId: string | null;
  /** The injection time as the instrument wrote it: ISO 8601, without a time zone if the file has none. */
  injectedAt: string | null;
  /** Both times that the date can mean if day and month are ambiguous: day first, then month first. `injectedAt` is null then. */
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
      /** The name of the detector or wavelength that was read, in the words of the file; null if the file has no name for it. */
      channel: string | null;
      /** The names of the channels from which a person can choose; empty if the file has one channel. */
      channels: string[];
      acquisition: Acquisition;
      /** How a person decided to read ambiguous numbers, as in `TraceReading`. */
      thousands?: Thousands;
      instrument: InstrumentTable | null;
      /** The peaks that the instrument's software found in this channel; null if the file has no peak table. */
      vendorPeaks: VendorPeak[] | null;
      warnings: TraceWarning[];
    }
  | TraceRefusal;

/** A peak of the vendor's table in which no value is known. */
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
