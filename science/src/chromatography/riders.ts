import { type Cluster, lineAt, type Scaled, spreadOf, TOP_DEVIATIONS } from './clusters.ts';
import { type Core, curvesOf, topsOf } from './curvature.ts';

/** A tangent cuts off a peak on the tail of another peak only if it is lower than this part of the other peak. */
const RIDER_SHARE = 0.2;
/** The same limit for a peak that is close to the other peak. */
const CLOSE_RIDER_SHARE = 0.01;
/** If a side falls faster than this, it is no tail. */
const STEEPEST_TAIL = 5;
/** Tails below this height, compared with the noise, are not looked at. */
const LEAST_HEIGHT = 10;

/** Where the tangent under a small peak begins. Null if the peak is divided from its neighbour at the valley. */
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
 * Peaks without a top on the side of another peak. On a logarithmic scale the side is straight, so such peaks show a
 * top there.
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
