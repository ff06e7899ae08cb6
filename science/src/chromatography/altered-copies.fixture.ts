import { signalAt } from './baseline-lines.ts';
import { isSameRun } from './same-run.ts';
import { randomFrom, syntheticTrace } from './synthetic-trace.ts';
import type { Trace } from './trace.ts';

/** Standard deviation of the noise in a synthetic chromatogram, mAU. */
export const NOISE_MAU = 0.02;

type Change = (trace: Trace) => Trace;

/** What a person may change in a chromatogram in order to use it for another sample. */
export const ALTERATIONS: Record<string, Change> = {
  'every second point': (trace) => everyNth(trace, 2),
  'another unit': (trace) => changed(trace, (value) => value / 1000),
  'scaled and offset': (trace) => changed(trace, (value) => 1.3 * value + 40),
  'three seconds later': ({ minutes, signal_mau }) => ({
    minutes: minutes.map((at) => at + 0.05),
    signal_mau,
  }),
  'stretched by one percent': ({ minutes, signal_mau }) => ({
    minutes: minutes.map((at) => 1.01 * at),
    signal_mau,
  }),
  'noise of the same size': (trace) => noisier(trace, NOISE_MAU),
  'smoothed over five points': (trace) => smoothed(trace, 2),
  'an impurity flattened': flattened,
  'a drift added': (trace) => changed(trace, (value, at) => value + 0.4 * at),
  'rounded to 0.01': (trace) => rounded(trace, 0.01),
  'first minute cut': (trace) => within(trace, 1, Infinity),
  'both ends cut': (trace) => within(trace, 2, 17),
  'every fourth point': (trace) => everyNth(trace, 4),
  'rounded to 0.1': (trace) => rounded(trace, 0.1),
  'rounded to 1': (trace) => rounded(trace, 1),
  'noise of five times the size': (trace) => noisier(trace, 5 * NOISE_MAU),
};

/** Two of these changes together. */
export const TWO_ALTERATIONS: Record<string, Change> = {
  'cut, with another scale, offset and time': (trace) => moved(within(trace, 2, 17)),
  'rounded, with every fourth point': (trace) => everyNth(rounded(trace, 0.1), 4, 1),
  'at other times': (trace) => resampled(trace, 2001),
  'with noise of three times the size': (trace) => noisier(trace, 3 * NOISE_MAU),
  'cut and rounded to 1': (trace) => rounded(within(trace, 1, 18), 1),
};

export function changed(
  { minutes, signal_mau }: Trace,
  change: (value: number, at: number) => number,
): Trace {
  return { minutes, signal_mau: signal_mau.map((value, index) => change(value, minutes[index] ?? 0)) };
}

export function rounded(trace: Trace, unit: number): Trace {
  return changed(trace, (value) => unit * Math.round(value / unit));
}

export function within({ minutes, signal_mau }: Trace, from: number, to: number): Trace {
  const isKept = (_: number, index: number) => (minutes[index] ?? 0) >= from && (minutes[index] ?? 0) <= to;
  return { minutes: minutes.filter(isKept), signal_mau: signal_mau.filter(isKept) };
}

export function everyNth({ minutes, signal_mau }: Trace, step: number, first = 0): Trace {
  const isKept = (_: number, index: number) => index % step === first;
  return { minutes: minutes.filter(isKept), signal_mau: signal_mau.filter(isKept) };
}

function resampled(trace: Trace, count: number): Trace {
  const last = trace.minutes.at(-1) ?? 0;
  const minutes = Array.from({ length: count }, (_, index) => (index * last) / (count - 1));
  return { minutes, signal_mau: minutes.map((at) => signalAt(trace, at)) };
}

/** Adds more noise and rounds to three decimals, as instruments do. */
export function noisier(trace: Trace, size: number, seed = 'own noise'): Trace {
  const random = randomFrom(seed);
  const noise = () => size * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return changed(trace, (value) => Math.round(1000 * (value + noise())) / 1000);
}

export function smoothed({ minutes, signal_mau }: Trace, reach: number): Trace {
  const means = signal_mau.map((_, index) => {
    const near = signal_mau.slice(Math.max(0, index - reach), index + reach + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
  return { minutes, signal_mau: means };
}

/** Replaces everything after the main peak by a straight line. */
function flattened(trace: Trace): Trace {
  const [from, to] = [9.2, 11.2];
  const [before, after] = [signalAt(trace, from), signalAt(trace, to)];
  return changed(trace, (value, at) =>
    at > from && at < to ? before + ((after - before) * (at - from)) / (to - from) : value,
  );
}

function moved({ minutes, signal_mau: signal }: Trace): Trace {
  return { minutes: minutes.map((at) => at - 1.4), signal_mau: signal.map((value) => 1.02 * value - 3) };
}

/** Makes `count` runs. The answer says how many of them isSameRun detects in a copy with this change. */
export function detectedOf(count: number): (alter: Change) => number {
  const traces = Array.from({ length: count }, (_, index) =>
    syntheticTrace({ seed: `copy ${index}`, purity_percent: 98.5 }),
  );
  return (alter) => traces.filter((trace) => isSameRun(trace, alter(trace))).length;
}

/** The file of a trace with all its digits. */
export function exactCsv({ minutes, signal_mau: signal }: Trace): string {
  const rows = minutes.map((at, index) => `${at.toFixed(5)},${(signal[index] ?? 0).toFixed(6)}`);
  return `Time (min),Signal (mAU)\n${rows.join('\n')}\n`;
}
