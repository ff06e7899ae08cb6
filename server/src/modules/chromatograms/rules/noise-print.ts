import { signalAt } from '@vialproof/contract/baselines';
import type { Trace } from '@vialproof/contract/trace';

/**
 * What tells a signal from every other one: its noise. No two runs have the same, however alike their peaks are, and an
 * export in another format or with fewer digits keeps it. 512 characters of 0 and 1 each.
 */
export type NoisePrint = {
  /** Whether the signal lies above the middle of its neighbours, at each time of an even grid. */
  noise: string;
  /** Where that is nothing but noise: neither a peak nor a flat line. */
  noiseOnly: string;
};

export const PRINT_BITS = 512;
/** Neighbours are so far away, as a share of the run: farther than the points of any export. */
const NEIGHBOUR_SHARE = 1 / 2000;
/** What stands out of the noise further than so many times its usual size belongs to a peak. */
const MOST_NOISE = 5;

/** The noise of a trace, as `injection` keeps it. */
export function noisePrint(trace: Trace): NoisePrint {
  const first = trace.minutes[0] ?? 0;
  const run = (trace.minutes.at(-1) ?? 0) - first;
  const distance = run * NEIGHBOUR_SHARE;
  const residue = Array.from({ length: PRINT_BITS }, (_, place) => {
    const time = first + (run * (place + 1)) / (PRINT_BITS + 1);
    const middle = (signalAt(trace, time - distance) + signalAt(trace, time + distance)) / 2;
    return signalAt(trace, time) - middle;
  });
  const sizes = residue.map(Math.abs).filter((size) => size > 0);
  const usual = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
  return {
    noise: bits(residue, (value) => value > 0),
    noiseOnly: bits(residue, (value) => value !== 0 && Math.abs(value) <= MOST_NOISE * usual),
  };
}

const bits = (values: number[], isSet: (value: number) => boolean) =>
  values.map((value) => (isSet(value) ? '1' : '0')).join('');
