import { type Cluster, lineAt, type Scaled, spreadOf, TOP_DEVIATIONS } from './clusters.ts';
import { type Core, curvesOf, topsOf } from './curvature.ts';

/** A peak below this share of the height of its neighbour can be its rider. */
const RIDER_SHARE = 0.2;
/** So close to its neighbour that a larger one is parted from it better by a drop. */
const CLOSE_RIDER_SHARE = 0.01;
/** A flank that falls to a smaller share over the spread of its peak is that of a Gaussian, no tail. */
const STEEPEST_TAIL = 5;
/** Below so many standard deviations of the noise a tail is not looked at. */
const LEAST_HEIGHT = 10;

/**
 * Where a small peak begins that stands on the tail of a taller one before it, to be skimmed off from there; null for one
 * that does not, whose area is dropped at the valley.
 */
export function riderFoot(
  curves: Scaled,
  cluster: Cluster,
  core: Core,
  parent: Core | undefined,
): number | null {
  if (!parent) return null;
  const { fine, noise } = curves;
  const heightOf = (index: number) => (fine.level[index] ?? 0) - lineAt(cluster, index);
  const foot = Math.min(core.top, Math.max(parent.right + 1, Math.round(core.left - 1.5 * spreadOf(core))));
  const height = heightOf(foot);
  const before = heightOf(Math.round(foot - spreadOf(parent)));
  const own = core.own ?? heightOf(core.top) - height / 2;
  const isOut = foot - parent.top > 2.5 * spreadOf(parent) && core.top - parent.top > 4 * spreadOf(parent);
  const isSmall = own < (isOut ? RIDER_SHARE : CLOSE_RIDER_SHARE) * heightOf(parent.top);
  const isFar = foot - parent.top > 1.4 * spreadOf(parent) && core.top - parent.top > 3 * spreadOf(parent);
  const isOnTail =
    height > Math.max(5 * noise.level, 0.1 * heightOf(core.top)) && before < STEEPEST_TAIL * height;
  return isSmall && isFar && isOnTail ? foot : null;
}

/**
 * What stands on the flanks of a cluster's `tops` without a top of its own, each with its height by itself: a tail is
 * straight on a logarithmic scale of its height, and there it has one.
 */
export function hiddenCores(curves: Scaled, cluster: Cluster, tops: Core[]): Core[] {
  const edges = [cluster.start, ...tops.flatMap(({ left, right }) => [left, right]), cluster.end];
  const found: Core[] = [];
  for (let place = 0; place < edges.length; place += 2) {
    found.push(...hiddenBetween(curves, cluster, edges[place] ?? 0, edges[place + 1] ?? 0));
  }
  const isNew = (core: Core) =>
    [...found, ...tops].every(({ left, right }) => core.right < left || core.left > right);
  return [...found, ...cluster.cores.filter(isNew)];
}

function hiddenBetween(
  { value, fine, noise, half }: Scaled,
  cluster: Cluster,
  from: number,
  to: number,
): Core[] {
  const heightOf = (index: number) => (fine.level[index] ?? 0) - lineAt(cluster, index);
  let [first, last] = [from, to];
  while (first < last && heightOf(first) < LEAST_HEIGHT * noise.signal) first += 1;
  while (last > first && heightOf(last) < LEAST_HEIGHT * noise.signal) last -= 1;
  if (last - first < 4 * half) return [];
  const logs = Float64Array.from({ length: last - first }, (_, index) =>
    Math.log(Math.max(noise.signal, (value[first + index] ?? 0) - lineAt(cluster, first + index))),
  );
  const logCurves = curvesOf(logs, half);
  return topsOf(logCurves, 0).flatMap(({ top, left, right }) => {
    if (top < half || top >= logs.length - half) return [];
    const depth = -(logCurves.curvature[top] ?? 0) * heightOf(first + top);
    const core = { top: first + top, left: first + left, right: first + right };
    const own = depth * spreadOf(core) ** 2;
    return depth > TOP_DEVIATIONS * noise.fine && own > LEAST_HEIGHT * noise.signal ? [{ ...core, own }] : [];
  });
}
