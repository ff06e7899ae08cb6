import type { Line } from '../baselines.ts';
import type { Integration, IntegrationOptions } from '../chromatograms.ts';
import { measurePeaks } from '../peaks.ts';
import type { Reporting, UncountedPeak } from '../reporting.ts';
import type { Peak } from '../results.ts';
import type { Points } from '../trace.ts';
import { integratedPart } from './peaks.ts';

/** No trace needs more of them, and a noisy one could have thousands. */
const MOST_UNCOUNTED = 100;

type Why = UncountedPeak['why'];
type Found = Pick<Peak, 'retention_min' | 'start_min' | 'end_min' | 'height_mau' | 'area'>;

/** Which peaks of a trace a method counts, as times of this run; null for a method that says nothing of it. */
export function reportingOf(trace: Points, options: IntegrationOptions | null): Reporting | null {
  if (options === null) return null;
  const { from_min, to_min, threshold_percent: limit_percent } = integratedPart(trace, options);
  return { limit_percent, from_min, to_min };
}

/** The options that a stored integration was made by, to integrate its trace once more by the same. */
export function optionsOf(reporting: Reporting | null | undefined): IntegrationOptions | null {
  if (!reporting) return null;
  const { limit_percent: threshold_percent, from_min, to_min } = reporting;
  return { threshold_percent, from_min, to_min };
}

function whyNot({ retention_min: top }: Found, share: number, reporting: Reporting): Why | null {
  if (top < reporting.from_min || top > reporting.to_min) return 'outside_window';
  return share < reporting.limit_percent ? 'below_limit' : null;
}

/** What is wrong with the first peak that a method does not count: a person deletes it, and says so by that. */
export function methodRefusal(
  peaks: readonly Peak[],
  reporting: Reporting | null,
): { peak: number; message: string } | null {
  for (const [peak, found] of reporting ? peaks.entries() : []) {
    const why = reporting && whyNot(found, found.area_percent, reporting);
    if (!why) continue;
    const name = `Peak ${peak + 1}`;
    const message =
      why === 'outside_window'
        ? `${name} lies outside the integration window of the method, ${windowWords(reporting)}; delete it.`
        : `${name} has ${found.area_percent} % of the area, below the method’s reporting limit of ${reporting.limit_percent} %; delete it.`;
    return { peak, message };
  }
  return null;
}

export const windowWords = ({ from_min, to_min }: Reporting) =>
  `${from_min.toFixed(2)} to ${to_min.toFixed(2)} min`;

/** The part of an instrument's own table that the method counts, and the peaks that it does not. */
export function withinMethod(
  trace: Points,
  { asked, line, reporting }: { asked: Integration; line: Line; reporting: Reporting | null },
): { asked: Integration; dropped: Peak[] } {
  if (!reporting) return { asked, dropped: [] };
  const measured = measurePeaks(trace, line, asked.limits);
  let kept = measured;
  for (;;) {
    // Each peak that goes makes the shares of the others larger.
    const total = areaOf(kept);
    const fewer = kept.filter((peak) => whyNot(peak, (100 * peak.area) / total, reporting) === null);
    if (fewer.length === kept.length) break;
    kept = fewer;
  }
  const main = measured[asked.main_peak ?? -1];
  const place = main ? kept.indexOf(main) : -1;
  return {
    asked: {
      ...asked,
      limits: asked.limits.filter((_, index) => kept.some((peak) => peak === measured[index])),
      main_peak: place === -1 ? null : place,
    },
    dropped: measured.filter((peak) => !kept.includes(peak)),
  };
}

/**
 * The peaks that stand out of a trace and are in none of the counted ones, in order of time, each with its share of the
 * area of all and why it is not counted. Without a reporting limit of the method those below the usual one are nothing.
 */
export function uncountedPeaks(
  counted: readonly Peak[],
  found: readonly Found[],
  reporting: Reporting,
  isOfMethod: boolean,
): UncountedPeak[] {
  const others: Found[] = [];
  const isIn = ({ start_min, end_min }: Found, time: number) => start_min <= time && time <= end_min;
  for (const peak of found) {
    const isKnown = [...counted, ...others].some((other) => isIn(other, peak.retention_min));
    if (!isKnown && peak.area > 0) others.push(peak);
  }
  const isInside = (peak: Found) => whyNot(peak, Number.POSITIVE_INFINITY, reporting) === null;
  const all = areaOf(counted) + areaOf(others.filter(isInside));
  return others
    .map((peak): UncountedPeak => {
      const { retention_min, start_min, end_min, height_mau, area } = peak;
      const share = (100 * area) / (all + (isInside(peak) ? 0 : area));
      const area_percent = Number(share.toPrecision(4));
      const why = whyNot(peak, share, reporting) ?? 'left_out';
      return { retention_min, start_min, end_min, height_mau, area, area_percent, why };
    })
    .filter(({ why }) => isOfMethod || why !== 'below_limit')
    .toSorted((one, other) => other.area - one.area)
    .slice(0, MOST_UNCOUNTED)
    .toSorted((one, other) => one.retention_min - other.retention_min);
}

const areaOf = (peaks: readonly Found[]) => peaks.reduce((sum, { area }) => sum + area, 0);
