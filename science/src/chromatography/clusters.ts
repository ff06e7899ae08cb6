import { lowerHull } from './baseline-lines.ts';
import { type Core, type Curves, curvatureNoise, curvesOf, topsOf } from './curvature.ts';
import { type EvenGrid, noiseOf } from './even-grid.ts';

/** A smoothed chromatogram at even steps, with its slopes, curvatures and noise. */
export type Scaled = EvenGrid & {
  /** How many points on each side are used for smoothing. */
  half: number;
  fine: Curves;
  /** The same curves, smoothed three times as much, because in `fine` the noise hides the ends of peaks. */
  coarse: Curves;
  /** How strong the noise is in the signal, in the smoothed signal, and in both curvatures (standard deviations). */
  noise: { signal: number; level: number; fine: number; coarse: number };
};

/**
 * A group of peaks (cluster) above one straight baseline. Start and end are indexes, the levels are the heights of the
 * baseline there.
 */
export type Cluster = { start: number; end: number; startLevel: number; endLevel: number; cores: Core[] };

/** How strongly the signal must be curved at a top and at a side, compared with the noise. */
export const TOP_DEVIATIONS = 5;
const FLANK_DEVIATIONS = 3;
/** The noise is never taken for more than this part of the strongest curvature. */
const MOST_NOISE = 0.1;
/** How far a side of a peak can reach. The front is steep, the tail can be long. */
const FRONT_REACH = 12;
const TAIL_REACH = 40;

/** Smooths a chromatogram as much as the width of its tallest peak allows. */
export function scaled(grid: EvenGrid): Scaled {
  const { at, value } = grid;
  const signal = noiseOf(value);
  const most = Math.floor(value.length / 8);
  const half = Math.min(most, Math.max(2, Math.round(0.3 * widthOfTallest(grid, signal))));
  const fine = curvesOf(value, half);
  const coarse = curvesOf(value, Math.min(most, 3 * half));
  return {
    at,
    value,
    half,
    fine,
    coarse,
    noise: {
      signal,
      level: (1.5 * signal) / Math.sqrt(2 * half + 1),
      fine: noiseOfCurvature(fine, signal),
      coarse: noiseOfCurvature(coarse, signal),
    },
  };
}

/** The noise of the curvature. Slow noise has more weight than fast noise, and there is an upper limit. */
function noiseOfCurvature(curves: Curves, signal: number): number {
  const deepest = curves.curvature.reduce((low, bend) => Math.min(low, bend), 0);
  return Math.max(signal * curves.gain, Math.min(curvatureNoise(curves), -MOST_NOISE * deepest));
}

/**
 * The width of the tallest peak at half height, in points. If the tallest shape is a slow rise, the width of a clearly
 * narrower peak is taken.
 */
function widthOfTallest({ at, value }: EvenGrid, noise: number): number {
  const whole = tallestIn(at, value);
  if (whole.width < value.length / 8) return whole.width;
  const block = Math.floor(value.length / 10);
  let best = { height: 20 * noise, width: whole.width };
  for (let start = 0; start + block <= value.length; start += block >> 1) {
    const found = tallestIn(at.subarray(start, start + block), value.subarray(start, start + block));
    if (found.height > best.height && found.width < whole.width / 3) best = found;
  }
  return best.width;
}

/** Height and width of the tallest shape above the lower edge of a chromatogram. */
function tallestIn(at: Float64Array, value: Float64Array): { height: number; width: number } {
  const hull = lowerHull(at, value);
  const above = new Float64Array(value.length);
  for (let edge = 1; edge < hull.length; edge++) {
    const [first = 0, last = 0] = [hull[edge - 1], hull[edge]];
    const [low, high] = [value[first] ?? 0, value[last] ?? 0];
    for (let index = first; index <= last; index++) {
      above[index] = (value[index] ?? 0) - low - ((high - low) * (index - first)) / (last - first);
    }
  }
  const top = above.reduce((best, each, index) => (each > (above[best] ?? 0) ? index : best), 0);
  const height = above[top] ?? 0;
  let [left, right] = [top, top];
  while (left > 0 && (above[left] ?? 0) > height / 2) left -= 1;
  while (right < above.length - 1 && (above[right] ?? 0) > height / 2) right += 1;
  return { height, width: right - left };
}

/** The standard deviation of a Gaussian peak, in points. */
export const spreadOf = ({ left, right }: Core) => Math.max(1, (right - left + 1) / 2);

/**
 * The groups of peaks in a chromatogram. Peaks are in one group if the signal between them does not come down to the
 * baseline.
 */
export function findClusters(curves: Scaled): Cluster[] {
  const cores = topsOf(curves.fine, TOP_DEVIATIONS * curves.noise.fine);
  const joined: { start: number; end: number; cores: Core[] }[] = [];
  for (const core of cores) {
    const start = footOf(curves, core, -1);
    const end = footOf(curves, core, 1);
    const before = joined.at(-1);
    if (before && start <= before.end + 1) {
      before.cores.push(core);
      before.end = Math.max(before.end, end);
    } else joined.push({ start, end, cores: [core] });
  }
  return joined.flatMap((cluster, place) =>
    aboveLine(curves, {
      ...cluster,
      startLevel: levelBeside(
        curves,
        cluster.start,
        joined[place - 1]?.end ?? 0,
        spreadOf(cluster.cores[0] ?? NONE),
      ),
      endLevel: levelBeside(
        curves,
        cluster.end,
        joined[place + 1]?.start ?? curves.value.length - 1,
        spreadOf(cluster.cores.at(-1) ?? NONE),
      ),
    }),
  );
}

const NONE: Core = { top: 0, left: 0, right: 0 };

/** Follows the side of a peak down to its foot, where the curvature ends or changes its sign. */
function footOf({ fine, coarse, noise, value }: Scaled, core: Core, step: 1 | -1): number {
  const spread = spreadOf(core);
  const [nearest, farthest] = [2 * spread, (step === 1 ? TAIL_REACH : FRONT_REACH) * spread];
  let index = step === 1 ? core.right : core.left;
  let quiet = 0;
  let concave = 0;
  for (let away = 1; away <= farthest; away++) {
    const next = index + step;
    if (next < 0 || next >= value.length) break;
    index = next;
    const bend = fine.curvature[index] ?? 0;
    concave = bend < -TOP_DEVIATIONS * noise.fine && away > spread / 2 ? concave + 1 : 0;
    // A small peak bends the tail only for a moment. A hill or a rising baseline bends it for long.
    if (concave > 0 && step * (fine.slope[index] ?? 0) > 0) break;
    if (concave > 3 * spread) return index - step * concave;
    const isBent =
      concave > 0 ||
      bend > FLANK_DEVIATIONS * noise.fine ||
      (coarse.curvature[index] ?? 0) > FLANK_DEVIATIONS * noise.coarse;
    quiet = isBent ? 0 : quiet + 1;
    if (away >= nearest && quiet >= spread / 2)
      return index - step * Math.min(quiet, away - Math.round(nearest));
  }
  return index;
}

/** The height of the signal beside the foot of a peak, as the mean line of several points. */
function levelBeside({ value }: Scaled, foot: number, until: number, spread: number): number {
  const step = until >= foot ? 1 : -1;
  const count = Math.min(Math.abs(until - foot) + 1, Math.round(Math.max(8, 6 * spread)));
  let [sum, products, squares] = [0, 0, 0];
  for (let away = 0; away < count; away++) sum += value[foot + step * away] ?? 0;
  const mean = sum / count;
  if (count < 3 * spread) return mean;
  const middle = (count - 1) / 2;
  for (let away = 0; away < count; away++) {
    products += (away - middle) * ((value[foot + step * away] ?? 0) - mean);
    squares += (away - middle) ** 2;
  }
  return squares > 0 ? mean - (products / squares) * middle : mean;
}

/** The height of a cluster's straight baseline at one place. */
export function lineAt({ start, end, startLevel, endLevel }: Omit<Cluster, 'cores'>, index: number): number {
  return end === start
    ? startLevel
    : startLevel + ((endLevel - startLevel) * (index - start)) / (end - start);
}

/** If the baseline of a group of peaks cuts through the signal, the group is divided at the lowest point. */
function aboveLine(curves: Scaled, cluster: Cluster, depth = 0): Cluster[] {
  const { level } = curves.fine;
  const { start, end, cores } = cluster;
  let lowest = start;
  let deepest = 0;
  for (let index = start + 1; index < end; index++) {
    const under = (level[index] ?? 0) - lineAt(cluster, index);
    if (under < deepest) [lowest, deepest] = [index, under];
  }
  if (deepest > -4 * curves.noise.level || depth > 30) return [cluster];
  const floor = level[lowest] ?? 0;
  const before = cores.filter(({ top }) => top < lowest);
  const after = cores.filter(({ top }) => top > lowest);
  const parts: Cluster[] = [];
  if (before.length > 0) parts.push({ ...cluster, cores: before, end: lowest, endLevel: floor });
  if (after.length > 0) parts.push({ ...cluster, cores: after, start: lowest, startLevel: floor });
  return parts.flatMap((part) => aboveLine(curves, part, depth + 1));
}
