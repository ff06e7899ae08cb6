import type { Peak } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';
import { gsd } from 'ml-gsd';
import { type Levelled, level } from './chromatogram-baseline.rules.ts';

/** Changes whenever the same trace could give other areas; stored with each result. */
const METHOD_VERSION = '1';

export const INTEGRATION_DEFAULTS = {
  /** Before this share of the run nothing is retained: the solvent front is not integrated. */
  void_share: 0.12,
  /** Peaks below this share of the total area are not reported. */
  threshold_percent: 0.05,
} as const;

/** Where integration starts and ends, min; left out, after the solvent front and at the end of the run. */
export type IntegrationOptions = { from_min?: number; to_min?: number; threshold_percent?: number };

export type Integration = {
  peaks: Peak[];
  /** Index in `peaks` of the proposed main peak, the largest; null without any peak. */
  main_peak: number | null;
  /** Main area / total area of the reported peaks · 100. */
  purity_percent: number | null;
  method: { name: string; version: string };
  limits: { from_min: number; to_min: number; threshold_percent: number };
};

type Shares = Pick<Integration, 'peaks' | 'main_peak' | 'purity_percent'>;
/** Indices on the even grid. */
type Span = { top: number; start: number; end: number };

/** How far a peak must stand out of the noise, in standard deviations: ICH Q2's limit of quantitation. */
const SIGNAL_TO_NOISE = 10;

/**
 * Proposes the peaks of a trace: subtracts a rolling-ball baseline, finds the tops, and integrates each between
 * its feet (or the valley to its neighbour) by trapezoids over the points as measured.
 *
 * Areas are in mAU · min, heights in mAU above the baseline. The same trace always gives the same answer, and
 * nothing is thrown for a trace that the reader accepted.
 */
export function integrate(trace: Trace, options: IntegrationOptions = {}): Integration {
  const first = trace.minutes[0] ?? 0;
  const last = trace.minutes.at(-1) ?? 0;
  const limits = {
    from_min: options.from_min ?? round(first + INTEGRATION_DEFAULTS.void_share * (last - first)),
    to_min: options.to_min ?? last,
    threshold_percent: options.threshold_percent ?? INTEGRATION_DEFAULTS.threshold_percent,
  };
  const part = stretch(trace, limits.from_min, limits.to_min);
  const shares = part.minutes.length < 20 ? shareOut([], 0) : integratePart(part, limits.threshold_percent);
  return { ...shares, method: methodOf(limits.threshold_percent), limits };
}

function methodOf(threshold: number): Integration['method'] {
  return {
    name: `rolling-ball baseline, trapezoid areas, peaks from ${threshold} % of the total area`,
    version: METHOD_VERSION,
  };
}

function integratePart(part: Trace, threshold: number): Shares {
  const levelled = level(part);
  const smooth = smoothed(levelled.value);
  const tops = standingOut(topsOf(levelled), smooth, levelled.noise);
  const spans = spansOf(tops, smooth, levelled.noise);
  const found = spans.map((span) => measure(part, levelled, span));
  return shareOut(
    found.filter((peak) => peak.area > 0),
    threshold,
  );
}

/** Leaves out what is too small to report, shares the rest out, and proposes the largest as the main peak. */
function shareOut(found: Omit<Peak, 'area_percent'>[], threshold: number): Shares {
  const all = found.reduce((sum, peak) => sum + peak.area, 0);
  const reported = found.filter((peak) => (100 * peak.area) / all >= threshold);
  const total = reported.reduce((sum, peak) => sum + peak.area, 0);
  const peaks = reported.map((peak) => ({ ...peak, area_percent: round((100 * peak.area) / total) }));
  const main = peaks.reduce((best, peak, index) => (peak.area > (peaks[best]?.area ?? 0) ? index : best), 0);
  const top = peaks[main];
  return top
    ? { peaks, main_peak: main, purity_percent: top.area_percent }
    : { peaks: [], main_peak: null, purity_percent: null };
}

function topsOf({ at, value, noise }: Levelled): number[] {
  const points = Math.round(0.004 * value.length);
  const windowSize = 2 * Math.min(15, Math.max(3, Math.round(points / 2))) + 1;
  const tops = gsd(
    { x: at, y: value },
    {
      peakDetectionAlgorithm: 'second',
      noiseLevel: SIGNAL_TO_NOISE * noise,
      minMaxRatio: 0,
      sgOptions: { windowSize, polynomial: 3 },
    },
  );
  return tops.map((peak) => peak.index);
}

/** Drops tops that are only ripples: between two tops the signal must fall clearly below the lower one. */
function standingOut(tops: number[], value: Float64Array, noise: number): number[] {
  const kept: number[] = [];
  for (const top of tops) {
    let candidate: number | undefined = top;
    for (let before = kept.at(-1); before !== undefined && candidate !== undefined; before = kept.at(-1)) {
      const lower = Math.min(value[before] ?? 0, value[candidate] ?? 0);
      const fall = lower - (value[lowest(value, before, candidate)] ?? 0);
      if (fall > Math.max(SIGNAL_TO_NOISE * noise, 0.02 * lower)) break;
      if ((value[before] ?? 0) >= (value[candidate] ?? 0)) candidate = undefined;
      else kept.pop();
    }
    if (candidate !== undefined) kept.push(candidate);
  }
  return kept;
}

/** Walks down both sides of each top, to the foot or to the valley that it shares with its neighbour. */
function spansOf(tops: number[], value: Float64Array, noise: number): Span[] {
  return tops.map((top, index) => {
    const before = tops[index - 1];
    const after = tops[index + 1];
    const leftMost = before === undefined ? 0 : lowest(value, before, top);
    const rightMost = after === undefined ? value.length - 1 : lowest(value, top, after);
    const foot = Math.max(noise, 0.0005 * (value[top] ?? 0));
    let start = top;
    while (start > leftMost && (value[start] ?? 0) > foot) start -= 1;
    let end = top;
    while (end < rightMost && (value[end] ?? 0) > foot) end += 1;
    return { top, start, end };
  });
}

function measure(trace: Trace, levelled: Levelled, span: Span): Omit<Peak, 'area_percent'> {
  const { at, baseline } = levelled;
  const start = at[span.start] ?? 0;
  const end = at[span.end] ?? 0;
  const step = (at[1] ?? 0) - (at[0] ?? 0);
  const above = (index: number) => {
    const place = ((trace.minutes[index] ?? 0) - (at[0] ?? 0)) / step;
    const cell = Math.min(at.length - 2, Math.max(0, Math.floor(place)));
    const share = place - cell;
    return (
      (trace.signal_mau[index] ?? 0) - (baseline[cell] ?? 0) * (1 - share) - (baseline[cell + 1] ?? 0) * share
    );
  };
  let area = 0;
  let height = 0;
  for (let index = firstAfter(trace.minutes, start) + 1; index < trace.minutes.length; index++) {
    const from = trace.minutes[index - 1] ?? 0;
    const to = trace.minutes[index] ?? 0;
    if (to > end) break;
    area += ((above(index - 1) + above(index)) / 2) * (to - from);
    height = Math.max(height, above(index));
  }
  return {
    retention_min: round(at[span.top] ?? 0),
    start_min: round(start),
    end_min: round(end),
    height_mau: round(height),
    area: round(area),
  };
}

/** Index of the first time at or after `time`, in sorted times. */
function firstAfter(minutes: readonly number[], time: number): number {
  let low = 0;
  let high = minutes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretch(trace: Trace, from: number, to: number): Trace {
  const inside = (_: number, index: number) => {
    const time = trace.minutes[index] ?? 0;
    return time >= from && time <= to;
  };
  return { minutes: trace.minutes.filter(inside), signal_mau: trace.signal_mau.filter(inside) };
}

/** Mean of each point with its neighbours over 0.3 % of the stretch: narrower than any peak. */
function smoothed(value: Float64Array): Float64Array {
  const half = Math.max(1, Math.round(0.0015 * value.length));
  return value.map((_, index) => {
    const part = value.subarray(Math.max(0, index - half), index + half + 1);
    return part.reduce((sum, signal) => sum + signal, 0) / part.length;
  });
}

function lowest(value: Float64Array, from: number, to: number): number {
  let best = from;
  for (let index = from; index <= to; index++) if ((value[index] ?? 0) < (value[best] ?? 0)) best = index;
  return best;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
