import { baselineUnder, type Line, signalAt } from './baseline-lines.ts';
import { type Cluster, lineAt, type Scaled, scaled, spreadOf } from './clusters.ts';
import type { Core } from './curvature.ts';
import { evenGrid } from './even-grid.ts';
import { MOST_PEAKS, measurePeaks, rounded } from './peak-limits.ts';
import { REPORTING_LIMIT_PERCENT } from './reporting-limit.ts';
import { riderFoot } from './riders.ts';
import { rollingBallUnder } from './rolling-ball.ts';
import { clustersOf, lowest } from './tops.ts';
import { firstAtOrAfter, type Points, type Trace } from './trace.ts';
import type {
  BaselineKind,
  IntegrationOptions,
  Peak,
  PeakLimits,
  Integration as StoredIntegration,
} from './types.ts';

/**
 * The version of the method, stored with each result. It changes when the same chromatogram could give other areas.
 * Version 5 gives the same areas as 4, and stores the window.
 */
const METHOD_VERSION = '5';

const INTEGRATION_DEFAULTS = {
  /** Before this part of the run only the solvent comes out, so peaks there do not count. */
  void_share: 0.12,
  threshold_percent: REPORTING_LIMIT_PERCENT,
} as const;

export type Integration = {
  peaks: Peak[];
  /** The index of the proposed main peak, the largest one; null without peaks. */
  main_peak: number | null;
  /** The area of the main peak, in % of the total area. */
  purity_percent: number | null;
  method: { name: string; version: string };
  limits: { from_min: number; to_min: number; threshold_percent: number };
  /** The default baseline; a peak may have another one. */
  baseline: BaselineKind;
  /** Every peak above the noise, also those too small to count. */
  found: Peak[];
};

/** A chromatogram needs at least this many points. */
export const FEWEST_POINTS = 20;
/** Fine enough for any peak, and few enough for any file. */
export const GRID_POINTS = 12_000;

/**
 * Finds the peaks of a chromatogram. It finds tops by their curvature, and follows their sides down to the feet. Peaks
 * between two feet have one straight baseline and are divided at the valleys. A small peak on a tail is cut off by a
 * tangent.
 *
 * Areas are in mAU · min, heights in mAU. The same chromatogram always gives the same peaks, and no accepted
 * chromatogram throws.
 */
export function integrate(trace: Trace, options: IntegrationOptions = {}): Integration {
  const limits = integratedPart(trace, options);
  const part = stretch(trace, limits.from_min, limits.to_min);
  const found = part.minutes.length < FEWEST_POINTS ? [] : findLimits(part);
  const shares = report(trace, found, limits.threshold_percent);
  return {
    ...shares,
    method: proposalMethod(limits.threshold_percent, shares.peaks),
    limits,
    baseline: 'straight',
  };
}

export function rollingBallLine(trace: Points): Line {
  const whole = plain(trace);
  const { from_min, to_min } = integratedPart(whole, {});
  const part = stretch(whole, from_min, to_min);
  return part.minutes.length < FEWEST_POINTS ? { minutes: [], mau: [] } : rollingBallUnder(part);
}

/** The detected peaks that do not lie completely in the window. */
export function peaksOutside(
  trace: Points,
  { from_min, to_min }: Pick<Integration['limits'], 'from_min' | 'to_min'>,
): Peak[] {
  const whole = plain(trace);
  if (whole.minutes.length < FEWEST_POINTS) return [];
  return measure(whole, findLimits(whole)).filter(
    ({ start_min, end_min, area }) => area > 0 && (start_min < from_min || end_min > to_min),
  );
}

/** The record of how areas were computed, for peaks of the instrument or of a person. */
export function methodOf(baseline: BaselineKind, by: 'instrument' | 'person'): Integration['method'] {
  const whose = by === 'instrument' ? 'limits of the instrument’s own table' : 'limits set by the analyst';
  return { name: `${BASELINE_WORDS[baseline]}, trapezoid areas, ${whose}`, version: METHOD_VERSION };
}

const BASELINE_WORDS: Record<BaselineKind, string> = {
  rolling_ball: 'rolling-ball baseline',
  straight: 'straight baselines between the limits',
  instrument: 'the instrument’s baselines',
};

/** The time range in which peaks are searched, and the smallest size. */
export function integratedPart(
  { minutes }: Pick<Points, 'minutes'>,
  options: IntegrationOptions,
): Integration['limits'] {
  const first = minutes[0] ?? 0;
  const last = minutes[minutes.length - 1] ?? 0;
  return {
    from_min: options.from_min ?? rounded(first + INTEGRATION_DEFAULTS.void_share * (last - first)),
    to_min: Math.min(last, options.to_min ?? last),
    threshold_percent: options.threshold_percent ?? INTEGRATION_DEFAULTS.threshold_percent,
  };
}

function proposalMethod(threshold: number, peaks: Peak[]): Integration['method'] {
  const skimmed = peaks.some(({ baseline }) => baseline === 'tangent') ? ', riders skimmed off tails' : '';
  return {
    name: `straight baselines between the feet of peaks${skimmed}, trapezoid areas, peaks from ${threshold} % of the total area`,
    version: METHOD_VERSION,
  };
}

function findLimits(part: Trace): PeakLimits[] {
  const curves = scaled(evenGrid(part, Math.min(part.minutes.length, GRID_POINTS)));
  const clusters = clustersOf(curves);
  const limits: PeakLimits[] = [];
  clusters.forEach((cluster, place) => {
    const before = clusters[place - 1]?.end ?? 0;
    const after = clusters[place + 1]?.start ?? curves.value.length - 1;
    for (const limit of limitsOfCluster(part, curves, cluster, [before, after])) {
      const start = Math.max(limit.start_min, limits.at(-1)?.end_min ?? 0);
      if (limit.end_min > start) limits.push({ ...limit, start_min: start });
    }
  });
  return limits;
}

/** Start and end of each peak in a group: the feet, and the valleys between. */
function limitsOfCluster(
  part: Trace,
  curves: Scaled,
  cluster: Cluster,
  [before, after]: [number, number],
): PeakLimits[] {
  const { at, fine, noise } = curves;
  const { cores } = cluster;
  const timeOf = (index: number) => at[Math.min(at.length - 1, Math.max(0, index))] ?? 0;
  const line = (time: number) => {
    const step = (timeOf(at.length - 1) - timeOf(0)) / (at.length - 1);
    return lineAt(cluster, (time - timeOf(0)) / step);
  };
  const heightOf = (index: number) => (fine.level[index] ?? 0) - lineAt(cluster, index);
  const footOf = (core: Core, edge: number, beyond: number) => {
    const step = edge < core.top ? -1 : 1;
    const low = Math.max(2 * noise.level, 2e-5 * heightOf(core.top));
    let index = core.top;
    while (index !== edge && heightOf(index) > low) index += step;
    const farthest = edge + step * Math.min(2 * spreadOf(core), Math.abs(beyond - edge) / 2);
    return crossing(part, timeOf(index), timeOf(Math.round(farthest)), line);
  };
  const [first, last] = [cores[0], cores.at(-1)];
  if (!first || !last) return [];
  const riders = cores.map((core, place) => riderFoot(curves, cluster, core, cores[place - 1]));
  const edges = [footOf(first, cluster.start, before)];
  cores.slice(1).forEach((core, place) => {
    const valley = lowest(fine.level, cores[place]?.top ?? 0, core.top);
    edges.push(rounded(timeOf(riders[place + 1] ?? valley)));
  });
  edges.push(footOf(last, cluster.end, after));
  return cores.map((_, place) => ({
    start_min: edges[place] ?? 0,
    end_min: edges[place + 1] ?? 0,
    ...(riders[place] !== null && { baseline: 'tangent' as const }),
  }));
}

/**
 * When the signal first crosses the line, or is nearest to it. A baseline from there runs through the middle of the
 * noise.
 */
function crossing(trace: Points, from: number, to: number, line: (time: number) => number): number {
  const { minutes } = trace;
  const step = to >= from ? 1 : -1;
  const end = firstAtOrAfter(minutes, to);
  let best = rounded(from);
  const offAt = (time: number) => Math.abs(signalAt(trace, time) - line(time));
  for (
    let index = firstAtOrAfter(minutes, from), tries = 0;
    index !== end + step && tries < 400;
    index += step, tries++
  ) {
    const [here, next] = [minutes[index], minutes[index + step]];
    if (here === undefined || next === undefined) break;
    const [one, other] = [signalAt(trace, here) - line(here), signalAt(trace, next) - line(next)];
    if (one > 0 === other > 0) continue;
    const time = rounded(here + ((next - here) * one) / (one - other));
    if (offAt(time) < offAt(best)) best = time;
    if (offAt(time) < 0.1 * Math.abs(one - other)) return time;
  }
  return best;
}

/** Leaves out peaks that are too small, and proposes the largest one as the main peak. */
function report(trace: Trace, found: PeakLimits[], threshold: number) {
  let limits = found;
  const all = measure(trace, limits);
  let peaks = all;
  for (;;) {
    // If the small peak is left out, its neighbours may get another baseline.
    const fewer = withoutSmall(limits, peaks, threshold);
    if (fewer.length === limits.length) break;
    limits = fewer;
    peaks = measure(trace, limits);
  }
  const main = peaks.reduce((best, peak, index) => (peak.area > (peaks[best]?.area ?? 0) ? index : best), 0);
  const top = peaks[main];
  return top
    ? { peaks, main_peak: main, purity_percent: top.area_percent, found: all }
    : { peaks: [], main_peak: null, purity_percent: null, found: all };
}

/** If a peak is too small and touches another one, it becomes a part of that one. */
function withoutSmall(limits: PeakLimits[], peaks: Peak[], threshold: number): PeakLimits[] {
  const all = peaks.reduce((sum, { area }) => sum + Math.max(0, area), 0);
  const least = Math.max(
    (threshold / 100) * all,
    peaks.toSorted((one, other) => other.area - one.area)[MOST_PEAKS - 1]?.area ?? 0,
  );
  const kept: PeakLimits[] = [];
  let gone: PeakLimits | undefined;
  limits.forEach((limit, place) => {
    const area = peaks[place]?.area ?? 0;
    const before = kept.at(-1);
    if (area > 0 && area >= least) {
      kept.push(gone?.end_min === limit.start_min ? { ...limit, start_min: gone.start_min } : limit);
      gone = undefined;
    } else if (before?.end_min === limit.start_min) {
      kept[kept.length - 1] = { ...before, end_min: limit.end_min };
    } else {
      gone = gone?.end_min === limit.start_min ? { ...limit, start_min: gone.start_min } : limit;
    }
  });
  return kept;
}

function measure(trace: Trace, limits: StoredIntegration['limits']): Peak[] {
  const none = { rollingBall: () => ({ minutes: [], mau: [] }), instrument: null };
  return measurePeaks(trace, baselineUnder(trace, { limits, baseline: 'straight' }, none), limits);
}

export function plain({ minutes, signal_mau: signal }: Points): Trace {
  return { minutes: Array.from(minutes), signal_mau: Array.from(signal) };
}

export function stretch(trace: Trace, from: number, to: number): Trace {
  const inside = (_: number, index: number) => {
    const time = trace.minutes[index] ?? 0;
    return time >= from && time <= to;
  };
  return { minutes: trace.minutes.filter(inside), signal_mau: trace.signal_mau.filter(inside) };
}
