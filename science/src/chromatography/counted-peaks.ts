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

/** Lists no more peaks that do not count, because a noisy chromatogram could have thousands. */
const MOST_UNCOUNTED = 100;

type Why = UncountedPeak['why'];
type Found = Pick<Peak, 'retention_min' | 'start_min' | 'end_min' | 'height_mau' | 'area'>;

/**
 * Which peaks are part of the purity by the method, with the times of this measurement. Null if the method does not
 * say.
 */
export function reportingOf(trace: Points, options: IntegrationOptions | null): Reporting | null {
  if (options === null) return null;
  const { from_min, to_min, threshold_percent: limit_percent } = integratedPart(trace, options);
  return { limit_percent, from_min, to_min };
}

/** The time window of a chromatogram: the method's, otherwise the usual one. */
export function windowOf(trace: Pick<Points, 'minutes'>, options: IntegrationOptions | null): Window {
  const { from_min: from, to_min: to } = integratedPart(trace, options ?? {});
  return { from, to, unit: 'min', source: options?.from_min === undefined ? 'default' : 'template' };
}

type Recorded = Pick<IntegrationRecord, 'reporting' | 'window'>;

/** The settings of a stored result, with which its areas can be computed again. */
export function optionsOf(
  { reporting, window }: Recorded,
  trace: Pick<Points, 'minutes'>,
): IntegrationOptions | null {
  if (!reporting) return null;
  const { limit_percent: threshold_percent, from_min, to_min } = reporting;
  // In an old record only the start of the window is stored.
  const isDefault = window ? window.source === 'default' : from_min === integratedPart(trace, {}).from_min;
  return { threshold_percent, to_min, ...(isDefault ? {} : { from_min }) };
}

/** The stored time window of a result. For an old one: that of its method at the time. */
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

/** The window, made wider if a person set peaks outside it and the method allows that. */
export function widenedBy(window: Window, peaks: readonly Pick<Peak, 'start_min' | 'end_min'>[]): Window {
  return {
    ...window,
    from: Math.min(window.from, ...peaks.map(({ start_min }) => start_min)),
    to: Math.max(window.to, ...peaks.map(({ end_min }) => end_min)),
  };
}

/**
 * Warnings about peaks that do not count but are not forbidden: those before the usual window, and those that the
 * window cuts.
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

/** Refuses the first peak that the method does not count. The person must remove it. */
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

/** Divides the instrument's peaks into those that count and those that do not. */
export function withinMethod(
  trace: Points,
  { asked, line, reporting }: { asked: Integration; line: Line; reporting: Reporting | null },
): { asked: Integration; dropped: Peak[] } {
  if (!reporting) return { asked, dropped: [] };
  const measured = measurePeaks(trace, line, asked.limits);
  let kept = measured;
  for (;;) {
    // If small peaks are left out, the percentages of the other peaks rise.
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
 * The peaks that do not count, in order of time, each with its per cent of the area and the reason. Very small ones are
 * left out.
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
