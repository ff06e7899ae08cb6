import type { Line } from './baseline-lines.ts';
import type { Doubts } from './doubts.ts';
import { firstAtOrAfter, type Points } from './trace.ts';
import type { Peak } from './types.ts';

/** What is checked: the peaks, their baseline, and the time in which peaks were looked for. */
export type Judged = Doubts & {
  trace: Points;
  line: Line;
  peaks: Peak[];
  from_min: number;
  to_min: number;
  /** Peaks with a smaller part of the area do not count. */
  threshold_percent: number;
  /** Who set the peaks. For those of the instrument only the signal is checked. */
  by: 'proposal' | 'instrument' | 'person';
  /** All peaks that were found, whether they count or not. */
  expected: Peak[];
};

/** Makes a width at half height into the standard deviation of a Gaussian. */
const DEVIATION = 1 / 2.3548;

export const at = (minutes: number) => `${minutes.toFixed(2)} min`;
export const named = ({ peaks }: Judged, peak: Peak) =>
  `Peak ${peaks.indexOf(peak) + 1} (${at(peak.retention_min)})`;
export const areaOf = (peaks: readonly Peak[]) => peaks.reduce((sum, { area }) => sum + area, 0);
export const deviationOf = (peak: Peak) =>
  DEVIATION * (peak.width_half_min ?? (peak.end_min - peak.start_min) / 4);

/** The area under `heightOf` between two times. */
export function sumOver(
  { minutes, signal_mau: signal }: Points,
  from: number,
  to: number,
  heightOf: (time: number, signal: number) => number,
): number {
  let sum = 0;
  for (let index = firstAtOrAfter(minutes, from); index < minutes.length; index++) {
    const time = minutes[index] ?? 0;
    if (time > to) break;
    const width = ((minutes[index + 1] ?? time) - (minutes[index - 1] ?? time)) / 2;
    sum += width * heightOf(time, signal[index] ?? 0);
  }
  return sum;
}
