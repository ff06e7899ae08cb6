import { evenGrid } from '@vialproof/contract/chromatography/even-grid';
import type { Trace } from '@vialproof/contract/trace';

/**
 * What tells a signal from every other one: its noise. No two runs have the same, however alike their peaks are, and an
 * export in another format, with fewer digits or fewer points keeps it. 512 characters of 0 and 1 each.
 */
export type NoisePrint = {
  /** Whether the signal lies above the middle of its neighbours, in each of equal stretches of the run. */
  noise: string;
  /** Where that is nothing but noise: neither a peak nor a flat line. */
  noiseOnly: string;
};

export const PRINT_BITS = 512;
/** What is left of the middle of seven stretches without the parabola through them (Savitzky-Golay). */
const RESIDUE = [2, -3, -6, 14, -6, -3, 2];
/** What stands out of the noise further than so many times its usual size belongs to a peak. */
const MOST_NOISE = 5;
/** Where more of the points repeat the one before, the file was rounded so much that its noise is that of the rounding. */
const MOST_REPEATS = 1 / 3;

/** The noise of a trace, as `injection` keeps it: of means, which an export of every second point keeps half of. */
export function noisePrint(trace: Trace): NoisePrint {
  const { value } = evenGrid(trace, PRINT_BITS + RESIDUE.length - 1);
  const residue = Array.from({ length: PRINT_BITS }, (_, place) =>
    RESIDUE.reduce((sum, weight, index) => sum + weight * (value[place + index] ?? 0), 0),
  );
  const sizes = residue.map(Math.abs).filter((size) => size > 0);
  const usual = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
  const signal = trace.signal_mau;
  const repeats = signal.filter((each, index) => each === signal[index - 1]).length;
  const isRounded = repeats > MOST_REPEATS * signal.length;
  return {
    noise: bits(residue, (size) => size > 0),
    noiseOnly: bits(residue, (size) => !isRounded && size !== 0 && Math.abs(size) <= MOST_NOISE * usual),
  };
}

const bits = (values: number[], isSet: (value: number) => boolean) =>
  values.map((value) => (isSet(value) ? '1' : '0')).join('');
