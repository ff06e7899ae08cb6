import type { Integration, TraceFormat } from '@vialproof/contract/chromatograms';
import type { SignalUnit } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';

/** Why a file is no chromatogram; `line` counts from 1 and is null where the whole file is meant. */
export type TraceRefusal = { ok: false; line: number | null; message: string };

/** A trace with warnings worth a look. */
export type TraceReading = { ok: true; trace: Trace; warnings: string[] } | TraceRefusal;

/** How the areas came about: enough to find them again from the stored trace. */
export type IntegrationRecord = {
  name: string;
  version: string;
  limits: { from_min: number; to_min: number; threshold_percent: number };
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
  instrument: string | null;
  method: string | null;
  operator: string | null;
  batch: string | null;
};

export const NO_ACQUISITION: Acquisition = {
  sampleName: null,
  sampleId: null,
  injectedAt: null,
  instrument: null,
  method: null,
  operator: null,
  batch: null,
};

/** What a file of any format says. */
export type FileReading =
  | {
      ok: true;
      format: TraceFormat;
      trace: Trace;
      unit: SignalUnit;
      wavelengthNm: number | null;
      acquisition: Acquisition;
      instrument: InstrumentTable | null;
      warnings: string[];
    }
  | TraceRefusal;

/** Refuses the file as a whole. */
export function refuseFile(message: string): TraceRefusal {
  return { ok: false, line: null, message };
}
