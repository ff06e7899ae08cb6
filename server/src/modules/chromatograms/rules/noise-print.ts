import { signalAt } from '@vialproof/science/chromatography/baseline-lines';
import { evenGrid } from '@vialproof/science/chromatography/even-grid';
import { type HighestPeak, highestPeak } from '@vialproof/science/chromatography/highest-peak';
import type { Trace } from '@vialproof/science/chromatography/trace';

/**
 * A fingerprint made from the noise of a signal. Each measurement has its own noise, even in a copy with fewer digits
 * or points. The fingerprint only says which files to compare (chromatography/same-run). Each text has 512 zeros and
 * ones.
 */
export type NoisePrint = {
  /** For each part of the time: whether the signal is above the parts beside it. */
  noise: string;
  /** For each part of the time: whether it contains only noise. */
  noiseOnly: string;
};

export const PRINT_BITS = 512;
/** Weights that take the noise out of seven values (Savitzky-Golay). */
const RESIDUE = [2, -3, -6, 14, -6, -3, 2];
const EDGES = RESIDUE.length - 1;
/** A difference that is larger than this multiple of the usual noise is a peak. */
const MOST_NOISE = 5;
/** If more of the points than this are equal to the one before, the noise was rounded away. */
const MOST_REPEATS = 1 / 3;

/** The fingerprint of a chromatogram as it is stored. A copy with every second point keeps half of it. */
export function noisePrint(trace: Trace): NoisePrint {
  const { value } = evenGrid(trace, PRINT_BITS + EDGES);
  const signal = trace.signal_mau;
  const repeats = signal.filter((each, index) => each === signal[index - 1]).length;
  const print = printOf(residueOf(value));
  return repeats > MOST_REPEATS * signal.length ? { ...print, noiseOnly: '0'.repeat(PRINT_BITS) } : print;
}

/**
 * The fingerprint of the noise at the highest peak: 2,048 zeros and ones. A copy that is shorter or has fewer digits
 * keeps enough of it.
 */
export type PeakPrint = Pick<HighestPeak, 'width_min' | 'height_mau'> & NoisePrint;

export const PEAK_PRINT_BITS = 2048;
/** A peak's width has about eight parts. */
const STRETCHES_A_PEAK = 8;

/** The fingerprint of the noise at the highest peak. Null without a highest peak. */
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

/** The part of a chromatogram between two times. */
function between({ minutes, signal_mau }: Trace, from: number, to: number): Trace {
  const isInside = (_: number, index: number) => (minutes[index] ?? 0) > from && (minutes[index] ?? 0) < to;
  const ends = [from, to].map((at) => signalAt({ minutes, signal_mau }, at));
  return {
    minutes: [from, ...minutes.filter(isInside), to],
    signal_mau: [ends[0] ?? 0, ...signal_mau.filter(isInside), ends[1] ?? 0],
  };
}

/** The noise of all values but three at each end. */
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
