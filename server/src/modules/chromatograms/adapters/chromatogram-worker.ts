import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { Integration, IntegrationOptions } from '@vialproof/contract/chromatograms';
import type { Line } from '@vialproof/science/chromatography/baseline-lines';
import type { ChannelWish } from '@vialproof/science/chromatography/channel-choice';
import type {
  FileReading,
  InstrumentTable,
  TraceRefusal,
} from '@vialproof/science/chromatography/file-reading';
import {
  type Integrated,
  integrateWithin,
  type Prepared,
  prepare,
} from '@vialproof/science/chromatography/integration';
import { rollingBallLine } from '@vialproof/science/chromatography/peak-detection';
import { readChromatogram } from '@vialproof/science/chromatography/readers/chromatogram-file';
import type { Inflate } from '@vialproof/science/chromatography/readers/mzml';
import { isSameRun } from '@vialproof/science/chromatography/same-run';
import { subtractBlank } from '@vialproof/science/chromatography/subtract-blank';
import { decimate, type Points, type Trace } from '@vialproof/science/chromatography/trace';
import { DRAWN_COLUMNS } from '@vialproof/science/chromatography/trace-limits';
import { type ReadSpectrum, readSpectrum } from '@vialproof/science/spectrometry/read-spectrum';
import { type NoisePrint, noisePrint, type PeakPrint, peakPrint } from '../rules/noise-print.ts';
import { packTrace, unpackTrace } from '../rules/trace-bytes.ts';

/** The tasks for the thread, and its answers. */
export type Work =
  /** `options`: how the method finds peaks. */
  | { kind: 'read'; bytes: Uint8Array; options?: IntegrationOptions | null; wish?: ChannelWish | undefined }
  | { kind: 'spectrum'; bytes: Uint8Array }
  /** Whether the file contains the same measurement as `trace`. */
  | { kind: 'compare'; trace: Uint8Array; bytes: Uint8Array; channel: string | null | undefined }
  | {
      kind: 'integrate';
      trace: Uint8Array;
      asked: Integration;
      instrument: Line | null;
      options: IntegrationOptions | null;
    }
  /** Subtracts the `blank`, and finds the peaks anew. */
  | {
      kind: 'propose';
      trace: Uint8Array;
      blank: Uint8Array | null;
      instrument: InstrumentTable | null;
      options: IntegrationOptions | null;
    }
  | { kind: 'baseline'; trace: Uint8Array }
  | { kind: 'draw'; trace: Uint8Array };
export type ReadDone =
  | TraceRefusal
  | (Omit<Prepared, 'trace'> & {
      trace: Uint8Array;
      drawn: Trace;
      points: number;
      sha256: string;
      print: NoisePrint;
      peakPrint: PeakPrint | null;
    });
export type Done = {
  read: ReadDone;
  spectrum: TraceRefusal | (ReadSpectrum & { ok: true; sha256: string });
  compare: TraceRefusal | { ok: true; isSame: boolean };
  integrate: (Integrated & { ok: true }) | (TraceRefusal & { peak: number });
  propose: TraceRefusal | (Prepared<{ trace: Uint8Array }> & { ok: true });
  baseline: { ok: true; line: Line };
  draw: { ok: true; drawn: Trace };
};
/** The answer of the thread. `complaint` is the message of a programming error. */
export type Delivery<Kind extends keyof Done> = { done: Done[Kind] } | { complaint: string };

const inflate: Inflate = (bytes, most) => inflateSync(bytes, { maxOutputLength: most });

function answerTo(work: Work): Done[keyof Done] {
  if (work.kind === 'read') {
    const reading = readChromatogram(work.bytes, inflate, work.wish);
    if (!reading.ok) return reading;
    const prepared = prepare(reading, work.options);
    const sha256 = createHash('sha256').update(work.bytes).digest('hex');
    const drawn = decimate(reading.trace, DRAWN_COLUMNS);
    return {
      ...prepared,
      drawn,
      trace: packTrace(reading.trace),
      points: reading.trace.minutes.length,
      sha256,
      print: noisePrint(reading.trace),
      peakPrint: peakPrint(reading.trace),
    };
  }
  if (work.kind === 'spectrum') {
    const reading = readSpectrum(work.bytes, inflate);
    const sha256 = createHash('sha256').update(work.bytes).digest('hex');
    return reading.ok ? { ...reading, sha256 } : reading;
  }
  const trace = unpackTrace(work.trace);
  if (work.kind === 'compare') return compare(trace, work);
  if (work.kind === 'draw') return { ok: true, drawn: decimate(trace, DRAWN_COLUMNS) };
  if (work.kind === 'integrate') {
    const integrated = integrateWithin(trace, work.asked, work.instrument, 'person', work.options);
    return 'ok' in integrated ? integrated : { ok: true, ...integrated };
  }
  if (work.kind === 'propose') return propose(trace, work);
  return { ok: true, line: rollingBallLine(trace) };
}

function compare(trace: Points, { bytes, channel }: Extract<Work, { kind: 'compare' }>): Done['compare'] {
  const reading = read(bytes, channel);
  if (!reading.ok) return reading;
  const others = channel === undefined ? reading.channels.filter((name) => name !== reading.channel) : [];
  const isSame =
    isSameRun(trace, reading.trace) ||
    others.map((name) => read(bytes, name)).some((other) => other.ok && isSameRun(trace, other.trace));
  return { ok: true, isSame };
}

/** Reads a file to compare it. Numbers that can be read in two ways are always read in the same way. */
function read(bytes: Uint8Array, name: string | null | undefined): FileReading {
  const wish = { channel: name ?? undefined };
  const reading = readChromatogram(bytes, inflate, wish);
  return reading.ok || !reading.readings
    ? reading
    : readChromatogram(bytes, inflate, { ...wish, thousands: 'groups' });
}

function propose(
  points: Points,
  { blank, instrument, options }: Extract<Work, { kind: 'propose' }>,
): Done['propose'] {
  const own = numbersOf(points);
  const done = blank
    ? subtractBlank(own, numbersOf(unpackTrace(blank)))
    : { ok: true as const, trace: own, warnings: [] };
  if (!done.ok) return done;
  const prepared = prepare({ trace: done.trace, instrument: blank ? null : instrument }, options);
  const noticed = [...prepared.noticed, ...done.warnings];
  return { ...prepared, ok: true, noticed, trace: packTrace(done.trace) };
}

const numbersOf = ({ minutes, signal_mau: signal }: Points): Trace => ({
  minutes: Array.from(minutes),
  signal_mau: Array.from(signal),
});

/** Does one task, inside the thread. */
export function work(piece: Work): Delivery<keyof Done> {
  try {
    return { done: answerTo(piece) };
  } catch (error) {
    return { complaint: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
