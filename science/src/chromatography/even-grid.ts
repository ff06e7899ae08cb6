import type { Points } from './trace.ts';

export type EvenGrid = { at: Float64Array; value: Float64Array };

/** The mean signal of each of `count` equal time steps. */
export function evenGrid(trace: Points, count: number): EvenGrid {
  const { minutes, signal_mau: signal } = trace;
  const start = minutes[0] ?? 0;
  const step = ((minutes[minutes.length - 1] ?? 0) - start) / count;
  const at = new Float64Array(count);
  const value = new Float64Array(count);
  let index = 0;
  let from = start;
  for (let cell = 0; cell < count; cell++) {
    const end = start + (cell + 1) * step;
    let sum = 0;
    while (from < end && index < minutes.length - 1) {
      const left = minutes[index] ?? 0;
      const right = minutes[index + 1] ?? 0;
      const to = Math.min(end, right);
      const middle = ((from + to) / 2 - left) / (right - left);
      sum += (to - from) * ((signal[index] ?? 0) * (1 - middle) + (signal[index + 1] ?? 0) * middle);
      from = to;
      if (to === right) index += 1;
    }
    at[cell] = end - step / 2;
    value[cell] = sum / step;
  }
  return { at, value };
}

/** The standard deviation of the noise, from the differences between adjacent points. */
export function noiseOf(value: Float64Array): number {
  const steps = value
    .subarray(2)
    .map((signal, index) => Math.abs(signal - 2 * (value[index + 1] ?? 0) + (value[index] ?? 0)));
  // In pure noise, differences of neighbouring differences are √6 times as large as the noise.
  const noise = (1.4826 * median(steps)) / Math.sqrt(6);
  const range = value.reduce((a, b) => Math.max(a, b)) - value.reduce((a, b) => Math.min(a, b));
  return Math.max(noise, 1e-6 * range);
}

export function median(values: Float64Array): number {
  return quantile(values, 0.5);
}

export function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.floor(share * values.length)] ?? 0;
}
