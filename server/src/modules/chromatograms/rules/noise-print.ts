import { signalAt } from '@vialproof/science/chromatography/baseline-lines';
import { evenGrid } from '@vialproof/science/chromatography/even-grid';
import { type HighestPeak, highestPeak } from '@vialproof/science/chromatography/highest-peak';
import type { Trace } from '@vialproof/science/chromatography/trace';

/**
 * The fingerprint of a signal: its noise. Each run has its own noise, even when peaks are equal, and the noise survives
 * an export in another format, with fewer digits or fewer points. The fingerprint only selects traces to compare
 * (chromatography/same-run): several runs may share it because of pump pulses, or of a blank that the instrument
 * subtracted. 512 characters of 0 and 1 each.
 */
export type NoisePrint = {
  /** A digit for each of equal segments of the run: whether the signal is above the mean of its neighbours there. */
  noise: string;
  /** A digit for each segment: whether it holds noise only, neither a peak nor a flat line. */
  noiseOnly: string;
};

export const PRINT_BITS = 512;
/** The weights that give the residual of the middle of seven segments after a parabola fit (Savitzky-Golay). */
const RESIDUE = [2, -3, -6, 14, -6, -3, 2];
const EDGES = RESIDUE.length - 1;
/** A deviation of more than this many times the usual noise belongs to a peak. */
const MOST_NOISE = 5;
/** If more of the points than this share repeat the point before them, the file's noise is only rounding noise. */
const MOST_REPEATS = 1 / 3;

/**
 * The noise of a trace, as `injection` stores it: noise of means, half of which an export of every second point keeps.
 */
export function noisePrint(trace: Trace): NoisePrint {
  const { value } = evenGrid(trace, PRINT_BITS + EDGES);
  const signal = trace.signal_mau;
  const repeats = signal.filter((each, index) => each === signal[index - 1]).length;
  const print = printOf(residueOf(value));
  return repeats > MOST_REPEATS * signal.length ? { ...print, noiseOnly: '0'.repeat(PRINT_BITS) } : print;
}

/**
 * The fingerprint that recognises copies: the highest peak, and the noise in equal segments around it, 2,048 characters
 * of 0 and 1 each. Begin and end of the run do not change it, and coarse digits leave enough of it.
 */
export type PeakPrint = Pick<HighestPeak, 'width_min' | 'height_mau'> & NoisePrint;

export const PEAK_PRINT_BITS = 2048;
/** A segment is about the peak's width divided by this number, rounded to a power of two in minutes. */
const STRETCHES_A_PEAK = 8;

/** The fingerprint of a trace around its highest peak; null if the trace has no such peak. */
export function peakPrint(trace: Trace): PeakPrint | null {
  const peak = highestPeak(trace);
  if (!peak) return null;
  const { at_min: at, width_min, height_mau } = peak;
  const stretch = 2 ** Math.round(Math.log2(width_min / STRETCHES_A_PEAK));
  const half = PEAK_PRINT_BITS / 2;
  const first = Math.max(-half, Math.ceil(((trace.minutes[0] ?? 0) - at) / stretch));
  const last = Math.min(half, Math.floor(((trace.minutes.at(-1) ?? 0) - at) / stretch));
  const { value } = evenGrid(between(trace, at + first * stretch, at + last * stretch), last - first);
  const residue = residueOf(value);
  const before = Array<number>(first + half + EDGES / 2).fill(0);
  const behind = Array<number>(PEAK_PRINT_BITS - before.length - residue.length).fill(0);
  return { width_min, height_mau, ...printOf([...before, ...residue, ...behind]) };
}

/** The part of a trace between two times. */
function between({ minutes, signal_mau }: Trace, from: number, to: number): Trace {
  const isInside = (_: number, index: number) => (minutes[index] ?? 0) > from && (minutes[index] ?? 0) < to;
  const ends = [from, to].map((at) => signalAt({ minutes, signal_mau }, at));
  return {
    minutes: [from, ...minutes.filter(isInside), to],
    signal_mau: [ends[0] ?? 0, ...signal_mau.filter(isInside), ends[1] ?? 0],
  };
}

/** The residuals after a parabola fit through the neighbours, for all values but three at each end. */
function residueOf(value: Float64Array): number[] {
  return Array.from({ length: value.length - EDGES }, (_, place) =>
    RESIDUE.reduce((sum, weight, index) => sum + weight * (value[place + index] ?? 0), 0),
  );
}

function printOf(residue: number[]): NoisePrint {
  const sizes = residue.map(Math.abs).filter((size) => size > 0);
  const usual = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
  return {
    noise: bits(residue, (size) => size > 0),
    noiseOnly: bits(residue, (size) => size !== 0 && Math.abs(size) <= MOST_NOISE * usual),
  };
}

const bits = (values: number[], isSet: (value: number) => boolean) =>
  values.map((value) => (isSet(value) ? '1' : '0')).join('');
