import type { Line } from './baseline-lines.ts';
import type { IntegrationRecord } from './file-reading.ts';
import { integratedPart } from './peak-detection.ts';
import { measurePeaks } from './peak-limits.ts';
import type { Points } from './trace.ts';
import type {
  Integration,
  IntegrationOptions,
  Peak,
  Reporting,
  TraceWarning,
  UncountedPeak,
  Window,
} from './types.ts';

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

/** The window of a trace by the options of its method: theirs, or the default. */
export function windowOf(trace: Pick<Points, 'minutes'>, options: IntegrationOptions | null): Window {
  const { from_min: from, to_min: to } = integratedPart(trace, options ?? {});
  return { from, to, unit: 'min', source: options?.from_min === undefined ? 'default' : 'template' };
}

type Recorded = Pick<IntegrationRecord, 'reporting' | 'window'>;

/** The options that a stored integration was made by, to integrate its trace once more by the same. */
export function optionsOf(
  { reporting, window }: Recorded,
  trace: Pick<Points, 'minutes'>,
): IntegrationOptions | null {
  if (!reporting) return null;
  const { limit_percent: threshold_percent, from_min, to_min } = reporting;
  // A record without a window says only where it began.
  const isDefault = window ? window.source === 'default' : from_min === integratedPart(trace, {}).from_min;
  return { threshold_percent, to_min, ...(isDefault ? {} : { from_min }) };
}

/** The window that a stored integration states, or that its method version had. */
export function statedWindow(
  method: Recorded,
  trace: Pick<Points, 'minutes'>,
  peaks: readonly Pick<Peak, 'start_min' | 'end_min'>[],
): Window {
  if (method.window) return method.window;
  const options = optionsOf(method, trace);
  if (options) return windowOf(trace, options);
  return { ...widenedBy(windowOf(trace, null), peaks), source: 'method_version' };
}

/** A window with the peaks that a person set beyond it, where no method forbids them. */
export function widenedBy(window: Window, peaks: readonly Pick<Peak, 'start_min' | 'end_min'>[]): Window {
  return {
    ...window,
    from: Math.min(window.from, ...peaks.map(({ start_min }) => start_min)),
    to: Math.max(window.to, ...peaks.map(({ end_min }) => end_min)),
  };
}

/**
 * What no method has said does not count: the area before the default window, and a peak whose top lies in a window that cuts its
 * foot off, so that it was not found there.
 */
export function windowWarnings(uncounted: readonly UncountedPeak[], window: Window): TraceWarning[] {
  const before = uncounted.filter(
    ({ why, retention_min }) =>
      why === 'outside_window' && window.source === 'default' && retention_min < window.from,
  );
  const across = uncounted.filter(
    ({ why, start_min, end_min }) => why === 'left_out' && (start_min < window.from || end_min > window.to),
  );
  const where = `the integration window, ${spanWords(window)}, and is not counted`;
  return [
    ...outsideWarning(
      before,
      `lies outside ${where}. The method does not say where its window begins: set that in its template, or say why this does not count.`,
    ),
    ...outsideWarning(
      across,
      `reaches over the edge of ${where}. Set its limits by hand, or say why it does not count.`,
    ),
  ];
}

function outsideWarning(peaks: readonly UncountedPeak[], words: string): TraceWarning[] {
  if (peaks.length === 0) return [];
  const percent = peaks.reduce((sum, { area_percent }) => sum + area_percent, 0).toFixed(2);
  const times = peaks.map(({ retention_min }) => `${retention_min.toFixed(2)} min`).join(', ');
  return [{ code: 'outside_window', text: `${percent} % of the area (${times}) ${words}` }];
}

const spanWords = ({ from, to }: Window) => `${from.toFixed(2)} to ${to.toFixed(2)} min`;

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
 * area of all and why it is not counted. Without a reporting limit of the method those below the usual one are nothing, and so
 * is what is that small outside the window.
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
  const isInside = ({ retention_min: top }: Found) => top >= reporting.from_min && top <= reporting.to_min;
  const inside = areaOf(counted) + areaOf(others.filter(isInside));
  const whole = areaOf(counted) + areaOf(others);
  return others
    .map((peak): UncountedPeak => {
      const { retention_min, start_min, end_min, height_mau, area } = peak;
      const share = (100 * area) / (isInside(peak) ? inside : whole);
      const area_percent = Number(share.toPrecision(4));
      const isSmall = share < reporting.limit_percent;
      const why = isInside(peak) ? (isSmall ? 'below_limit' : 'left_out') : 'outside_window';
      return { retention_min, start_min, end_min, height_mau, area, area_percent, why };
    })
    .filter(({ why, area_percent }) =>
      why === 'outside_window'
        ? area_percent >= reporting.limit_percent
        : isOfMethod || why !== 'below_limit',
    )
    .toSorted((one, other) => other.area - one.area)
    .slice(0, MOST_UNCOUNTED)
    .toSorted((one, other) => one.retention_min - other.retention_min);
}

const areaOf = (peaks: readonly Found[]) => peaks.reduce((sum, { area }) => sum + area, 0);
