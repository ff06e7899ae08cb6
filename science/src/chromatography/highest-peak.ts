import { quantile } from './even-grid.ts';
import type { Points } from './trace.ts';

/** The highest peak of a signal: its middle, its width at half height, and its height. */
export type HighestPeak = { at_min: number; width_min: number; height_mau: number };

/** With fewer points above half height, the width of a peak is not exact. */
const FEWEST_POINTS = 3;

/**
 * The highest peak. Null if no peak begins and ends within the measurement. Other units, cut ends or fewer points
 * change its width by less than 1 %.
 */
export function highestPeak({ minutes, signal_mau: signal }: Points): HighestPeak | null {
  const values = Float64Array.from(signal);
  const top = values.indexOf(values.reduce((a, b) => Math.max(a, b)));
  const level = quantile(values, 0.5);
  const height = summit(values, top) - level;
  const half = level + height / 2;
  let left = top;
  while (left >= 0 && (values[left] ?? 0) >= half) left -= 1;
  let right = top;
  while (right < values.length && (values[right] ?? 0) >= half) right += 1;
  if (left < 0 || right >= values.length || right - left - 1 < FEWEST_POINTS) return null;
  const from = crossing({ minutes, values, half }, left);
  const to = crossing({ minutes, values, half }, right - 1);
  return { at_min: (from + to) / 2, width_min: to - from, height_mau: height };
}

/** The top of the parabola through a point and its two neighbours. */
function summit(values: Float64Array, top: number): number {
  const middle = values[top] ?? 0;
  const before = values[top - 1] ?? middle;
  const after = values[top + 1] ?? middle;
  const bend = before - 2 * middle + after;
  return bend < 0 ? middle - (after - before) ** 2 / (8 * bend) : middle;
}

/** The time at which the signal crosses a height between two points. */
function crossing(
  { minutes, values, half }: { minutes: ArrayLike<number>; values: Float64Array; half: number },
  index: number,
): number {
  const [from, to] = [minutes[index] ?? 0, minutes[index + 1] ?? 0];
  const [before, after] = [values[index] ?? 0, values[index + 1] ?? 0];
  return from + ((to - from) * (half - before)) / (after - before);
}
