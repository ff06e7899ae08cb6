import { type Cluster, lineAt, type Scaled } from './clusters.ts';
import { curvesOf } from './curvature.ts';

/** Below this part of the tallest peak's height, the feet of real peaks do not follow the model. */
const LEAST_SHARE = 0.003;
/** A hidden peak that is smaller does not change the purity. */
const LEAST_OF_ALL = 0.003;
/** Below this height, compared with the noise, no hidden peaks are looked for. */
const LEAST_HEIGHT = 20;
/**
 * How high a hill of the sharpness must be to count, compared with the tallest peak. The next constant: compared with
 * the noise.
 */
const LEAST_HILL = 0.06;
const HILL_DEVIATIONS = 7;
/** How wrong the baseline may be, compared with the noise. */
const BASELINE_DEVIATIONS = 25;

/**
 * Where a group of peaks seems to hide one more peak. The sharpness (curvature of the logarithm of the height) of a
 * single peak rises once and falls once. So each hill of the sharpness is a peak, even without a top.
 */
export function hiddenPeaks(curves: Scaled, cluster: Cluster, tallestOfAll: number): number[] {
  const { start, end, cores } = cluster;
  const least = Math.max(
    LEAST_HEIGHT * curves.noise.signal,
    LEAST_SHARE * tallestIn(curves, cluster),
    LEAST_OF_ALL * tallestOfAll,
  );
  const hills: number[] = [];
  for (let from = start; from <= end; from++) {
    let to = from;
    while (to <= end && heightAt(curves, cluster, to) >= least) to += 1;
    if (to - from > 2 * curves.half) hills.push(...hillsBetween(curves, cluster, from, to));
    from = to;
  }
  for (const { top } of cores) {
    const nearest = hills.reduce(
      (best, hill) => (Math.abs(hill - top) < Math.abs(best - top) ? hill : best),
      hills[0] ?? 0,
    );
    const place = hills.indexOf(nearest);
    if (place >= 0) hills.splice(place, 1);
  }
  return hills;
}

/** Height of the tallest peak of a group. */
export const tallestIn = (curves: Scaled, cluster: Cluster) =>
  cluster.cores.reduce((best, { top }) => Math.max(best, heightAt(curves, cluster, top)), 0);

const heightAt = ({ fine }: Scaled, cluster: Cluster, index: number) =>
  (fine.level[index] ?? 0) - lineAt(cluster, index);

/** The hills of the sharpness between two places. */
function hillsBetween({ value, half, noise }: Scaled, cluster: Cluster, from: number, to: number): number[] {
  const logs = Float64Array.from({ length: to - from }, (_, index) =>
    Math.log(Math.max(noise.signal, (value[from + index] ?? 0) - lineAt(cluster, from + index))),
  );
  const { curvature, gain, level } = curvesOf(logs, half);
  const top = level.reduce((best, each, index) => (each > (level[best] ?? 0) ? index : best), 0);
  const sharp = -(curvature[top] ?? 0);
  const doubt = noise.signal * (HILL_DEVIATIONS * gain + BASELINE_DEVIATIONS * sharp);
  const hills: number[] = [];
  let low = Number.POSITIVE_INFINITY;
  let [high, place] = [Number.NEGATIVE_INFINITY, half];
  let isRising = true;
  for (let index = half; index < logs.length - half; index++) {
    const sharpness = -(curvature[index] ?? 0);
    const lowest = Math.min(level[index - half] ?? 0, level[index + half] ?? 0);
    const error = Math.max(LEAST_HILL * sharp, doubt * Math.exp(-lowest));
    if (isRising) {
      if (sharpness > high) [high, place] = [sharpness, index];
      if (sharpness > high - error) continue;
      hills.push(from + place);
      [low, isRising] = [sharpness, false];
    } else {
      low = Math.min(low, sharpness);
      if (sharpness > low + error) [high, place, isRising] = [sharpness, index, true];
    }
  }
  if (isRising) hills.push(from + place);
  return hills;
}
