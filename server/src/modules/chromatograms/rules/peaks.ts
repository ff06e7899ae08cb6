import type { Line, PeakLimits } from '@vialproof/contract/baselines';
import type { BaselineKind } from '@vialproof/contract/chromatograms';
import { MOST_PEAKS, measurePeaks, rounded } from '@vialproof/contract/peaks';
import type { Peak } from '@vialproof/contract/results';
import type { Trace } from '@vialproof/contract/trace';
import { gsd } from 'ml-gsd';
import { type Levelled, level } from './baseline.ts';

/** Changes whenever the same trace could give other areas; stored with each result. */
const METHOD_VERSION = '2';

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
  /** What was subtracted. */
  baseline: Line;
};

type Shares = Pick<Integration, 'peaks' | 'main_peak' | 'purity_percent'>;
/** Indices on the even grid. */
type Span = { top: number; start: number; end: number };

/** How far a peak must stand out of the noise, in standard deviations: ICH Q2's limit of quantitation. */
const SIGNAL_TO_NOISE = 10;
/** Fewer cannot be levelled. */
const FEWEST_POINTS = 20;

/**
 * Proposes the peaks of a trace: subtracts a rolling-ball baseline, finds the tops, and integrates each between
 * its feet (or the valley to its neighbour) by trapezoids over the points as measured.
 *
 * Areas are in mAU · min, heights in mAU above the baseline. The same trace always gives the same answer, and
 * nothing is thrown for a trace that the reader accepted.
 */
export function integrate(trace: Trace, options: IntegrationOptions = {}): Integration {
  const limits = integratedPart(trace, options);
  const part = stretch(trace, limits.from_min, limits.to_min);
  const levelled = part.minutes.length < FEWEST_POINTS ? null : level(part);
  const baseline = baselineOf(levelled);
  const shares = levelled ? findPeaks(part, levelled, limits.threshold_percent) : shareOut([], 0);
  return { ...shares, method: proposalMethod(limits.threshold_percent), limits, baseline };
}

/** The rolling-ball baseline of a trace alone, as `integrate` subtracts it. */
export function rollingBallLine(trace: Trace): Line {
  const { from_min, to_min } = integratedPart(trace, {});
  const part = stretch(trace, from_min, to_min);
  return baselineOf(part.minutes.length < FEWEST_POINTS ? null : level(part));
}

/** How areas within limits came about that are no proposal. */
export function methodOf(baseline: BaselineKind, by: 'instrument' | 'person'): Integration['method'] {
  const whose = by === 'instrument' ? 'limits of the instrument’s own table' : 'limits set by the analyst';
  return { name: `${BASELINE_WORDS[baseline]}, trapezoid areas, ${whose}`, version: METHOD_VERSION };
}

const BASELINE_WORDS: Record<BaselineKind, string> = {
  rolling_ball: 'rolling-ball baseline',
  straight: 'straight baselines between the limits',
  instrument: 'the instrument’s baselines',
};

function integratedPart(trace: Trace, options: IntegrationOptions): Integration['limits'] {
  const first = trace.minutes[0] ?? 0;
  const last = trace.minutes.at(-1) ?? 0;
  return {
    from_min: options.from_min ?? rounded(first + INTEGRATION_DEFAULTS.void_share * (last - first)),
    to_min: options.to_min ?? last,
    threshold_percent: options.threshold_percent ?? INTEGRATION_DEFAULTS.threshold_percent,
  };
}

function proposalMethod(threshold: number): Integration['method'] {
  return {
    name: `rolling-ball baseline, trapezoid areas, peaks from ${threshold} % of the total area`,
    version: METHOD_VERSION,
  };
}

function baselineOf(levelled: Levelled | null): Line {
  return { minutes: levelled?.at ?? [], mau: levelled?.baseline ?? [] };
}

function findPeaks(part: Trace, levelled: Levelled, threshold: number): Shares {
  const smooth = smoothed(levelled.value);
  const tops = standingOut(topsOf(levelled), smooth, levelled.noise);
  const spans: PeakLimits[] = spansOf(tops, smooth, levelled.noise)
    .map(({ start, end }) => ({
      start_min: rounded(levelled.at[start] ?? 0),
      end_min: rounded(levelled.at[end] ?? 0),
    }))
    .filter(({ start_min, end_min }) => end_min > start_min);
  const found = measurePeaks(part, baselineOf(levelled), spans);
  const largest = found
    .filter((peak) => peak.area > 0)
    .toSorted((one, other) => other.area - one.area)
    .slice(0, MOST_PEAKS);
  return shareOut(
    largest.toSorted((one, other) => one.start_min - other.start_min),
    threshold,
  );
}

/** Leaves out what is too small to report, shares the rest out, and proposes the largest as the main peak. */
function shareOut(found: Omit<Peak, 'area_percent'>[], threshold: number): Shares {
  const all = found.reduce((sum, peak) => sum + peak.area, 0);
  const reported = found.filter((peak) => (100 * peak.area) / all >= threshold);
  const total = reported.reduce((sum, peak) => sum + peak.area, 0);
  const peaks = reported.map((peak) => ({ ...peak, area_percent: rounded((100 * peak.area) / total) }));
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
