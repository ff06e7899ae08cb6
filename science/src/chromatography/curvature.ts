import { quantile } from './even-grid.ts';

/** Signal, slope and curvature, from parabolas through `half` points on each side of each point. */
export type Curves = {
  level: Float64Array;
  slope: Float64Array;
  curvature: Float64Array;
  /** How strong the curvature of pure noise of size 1 is. */
  gain: number;
};

/** The curved top of a peak, between two indices. */
export type Core = {
  top: number;
  left: number;
  right: number;
  /** The height of this peak alone, if it has no top of its own. */
  own?: number;
};

/** In a normal distribution, a tenth of all points is so near to the mean. */
const QUIET_SHARE = 0.1;
const QUIET_DEVIATIONS = 0.1257;

/** Smooths by parabolas (Savitzky-Golay). At both ends, the nearest parabola is used. */
export function curvesOf(value: Float64Array, half: number): Curves {
  const count = value.length;
  const width = 2 * half + 1;
  const second = (half * (half + 1)) / 3;
  let [squares, fourths] = [0, 0];
  for (let place = -half; place <= half; place++) {
    squares += place * place;
    fourths += (place * place - second) ** 2;
  }
  const level = new Float64Array(count);
  const slope = new Float64Array(count);
  const curvature = new Float64Array(count);
  for (let middle = half; middle < count - half; middle++) {
    let [sum, first, bent] = [0, 0, 0];
    for (let place = -half; place <= half; place++) {
      const signal = value[middle + place] ?? 0;
      sum += signal;
      first += place * signal;
      bent += (place * place - second) * signal;
    }
    const square = bent / fourths;
    level[middle] = sum / width - square * second;
    slope[middle] = first / squares;
    curvature[middle] = 2 * square;
  }
  for (let away = 1; away <= half; away++) {
    for (const [from, place] of [
      [half, half - away],
      [count - 1 - half, count - 1 - half + away],
    ] as const) {
      const step = place - from;
      const bend = curvature[from] ?? 0;
      level[place] = (level[from] ?? 0) + step * (slope[from] ?? 0) + (step * step * bend) / 2;
      slope[place] = (slope[from] ?? 0) + step * bend;
      curvature[place] = bend;
    }
  }
  return { level, slope, curvature, gain: 2 / Math.sqrt(fourths) };
}

/** How strong the curvature of pure noise is, found in the flattest tenth of the points. */
export function curvatureNoise({ curvature }: Curves): number {
  return quantile(curvature.map(Math.abs), QUIET_SHARE) / QUIET_DEVIATIONS;
}

/** The parts in which the signal bends down more than noise would. */
function coresOf({ curvature }: Curves, noise: number): Core[] {
  const cores: Core[] = [];
  let start = 0;
  while (start < curvature.length) {
    if ((curvature[start] ?? 0) >= 0) {
      start += 1;
      continue;
    }
    let end = start;
    let deepest = start;
    while (end < curvature.length && (curvature[end] ?? 0) < 0) {
      if ((curvature[end] ?? 0) < (curvature[deepest] ?? 0)) deepest = end;
      end += 1;
    }
    if (-(curvature[deepest] ?? 0) > noise) cores.push({ top: deepest, left: start, right: end - 1 });
    start = end;
  }
  return cores;
}

/**
 * The tops of peaks: the signal rises before and falls after. At a step it only rises, and after a dip only falls, so
 * these are no tops.
 */
export function topsOf(curves: Curves, noise: number): Core[] {
  const tops: Core[] = [];
  let knee: Core | undefined;
  for (const core of coresOf(curves, noise)) {
    const { climb, fall } = sidesOf(curves, core);
    const least = 0.1 * ((curves.slope[core.left] ?? 0) - (curves.slope[core.right] ?? 0));
    if (climb > least && fall > least) tops.push(core);
    else if (climb <= least && knee && core.left - knee.right <= 2 * (widthOf(core) + widthOf(knee))) {
      tops.push({ left: knee.left, right: core.right, top: (knee.right + core.left) >> 1 });
    }
    knee = climb > least && fall <= least ? core : undefined;
  }
  return tops;
}

const widthOf = ({ left, right }: Core) => right - left + 1;

/** How much steeper the sides of a top are than the signal around it. */
function sidesOf({ slope }: Curves, core: Core): { climb: number; fall: number } {
  const { left, right } = core;
  const reach = 2 * widthOf(core);
  const before = slope.subarray(Math.max(0, left - reach), left + 1);
  const after = slope.subarray(right, right + reach + 1);
  return {
    climb: (slope[left] ?? 0) - before.reduce((low, each) => Math.min(low, each)),
    fall: after.reduce((high, each) => Math.max(high, each)) - (slope[right] ?? 0),
  };
}
