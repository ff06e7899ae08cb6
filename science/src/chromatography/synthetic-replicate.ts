import { randomFrom, type SyntheticTrace, syntheticTrace, type TraceOptions } from './synthetic-trace.ts';

/** The largest shift of a peak between two injections, in minutes. */
const MOST_SHIFT = 0.015;
/** The largest difference in purity between two injections, in percentage points. */
const MOST_APART = 0.06;

/**
 * Makes another injection of the same sample (`options`), with slightly moved peaks and other noise. `run` counts from
 * 2. The same call always gives the same data.
 */
export function syntheticReplicate(options: TraceOptions, run: number): SyntheticTrace {
  const random = randomFrom(`${options.seed} injection ${run}`);
  const shift = MOST_SHIFT * (2 * random() - 1);
  const purity = options.purity_percent ?? 99.1;
  const moved = purity > 0 && purity < 100 ? purity + MOST_APART * (2 * random() - 1) : purity;
  const clean = syntheticTrace({ ...options, purity_percent: Math.min(moved, 100), noise_mau: 0 });
  const noise = options.noise_mau ?? 0.02;
  const { minutes, signal_mau: signal } = clean;
  const step = (minutes.at(-1) ?? 0) / Math.max(1, minutes.length - 1) || 1;
  return {
    ...clean,
    signal_mau: minutes.map((_, place) => {
      const value = valueAt(signal, place - shift / step) + noise * gaussian(random);
      return Math.round(value * 1000) / 1000;
    }),
    peaks: clean.peaks.map((peak) => ({ ...peak, retention_min: peak.retention_min + shift })),
  };
}

/** The value between two points, by linear interpolation. */
function valueAt(signal: readonly number[], place: number): number {
  const within = Math.min(Math.max(place, 0), signal.length - 1);
  const before = Math.floor(within);
  const [from = 0, to = from] = signal.slice(before, before + 2);
  return from + (within - before) * (to - from);
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
