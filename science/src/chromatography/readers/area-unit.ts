import type { Trace } from '../trace.ts';
import type { VendorPeak } from '../types.ts';
import { type DetectorUnit, inUnit } from '../units.ts';

/** If both areas differ by less than this factor, the unit is that of the signal × s. */
const SAME_WITHIN = 2;

/**
 * The table of peaks with the unit of its areas. The file does not say it, so the largest area is compared with that in
 * the chromatogram.
 */
export function areasCount(
  unitName: string,
  trace: Trace,
  unit: DetectorUnit,
  peaks: VendorPeak[] | null,
): VendorPeak[] | null {
  const largest = peaks?.reduce((best, peak) => ((peak.area ?? 0) > (best.area ?? 0) ? peak : best));
  if (!peaks || !largest || unitName === '') return peaks;
  const stated = inUnit(largest.area ?? Number.NaN, unit);
  const ratio = stated / areaWithin(trace, largest);
  if (!(ratio > 1 / SAME_WITHIN && ratio < SAME_WITHIN)) return peaks;
  return peaks.map((peak) => ({ ...peak, area_unit: `${unitName}·s` }));
}

/** The area between the limits of a peak above a straight line, in signal unit × s; NaN without limits. */
function areaWithin({ minutes, signal_mau: signal }: Trace, { start_min: start, end_min: end }: VendorPeak) {
  const from = minutes.findIndex((time) => start !== null && time >= start);
  const to = minutes.findLastIndex((time) => end !== null && time <= end);
  if (from < 0 || to <= from) return Number.NaN;
  const at = (place: number) => ({ time: 60 * (minutes[place] ?? 0), height: signal[place] ?? 0 });
  let area = 0;
  for (let place = from; place < to; place++) {
    const [one, next] = [at(place), at(place + 1)];
    area += ((one.height + next.height) / 2) * (next.time - one.time);
  }
  const [first, last] = [at(from), at(to)];
  return area - ((first.height + last.height) / 2) * (last.time - first.time);
}
