import { type Cluster, findClusters, lineAt, type Scaled } from './clusters.ts';
import type { Core } from './curvature.ts';
import { hiddenCores, riderFoot } from './riders.ts';

/** The smallest height of a peak, in standard deviations of the noise (ICH Q2). */
export const SIGNAL_TO_NOISE = 10;

/** The groups of peaks of a chromatogram. */
export function clustersOf(curves: Scaled): Cluster[] {
  return findClusters(curves)
    .map((cluster) => withRiders(curves, cluster, standingOut(curves, cluster)))
    .filter(({ cores }) => cores.length > 0);
}

/** The tops that are clearly above the noise, and divided by a clear valley. */
function standingOut({ fine: { level: smooth }, noise }: Scaled, cluster: Cluster): Core[] {
  const heightOf = (index: number) => (smooth[index] ?? 0) - lineAt(cluster, index);
  const kept: Core[] = [];
  for (const core of cluster.cores) {
    const top = highest(core, heightOf);
    if (heightOf(top) < SIGNAL_TO_NOISE * noise.signal) continue;
    let candidate: Core | undefined = { ...core, top };
    for (let before = kept.at(-1); before && candidate; before = kept.at(-1)) {
      const lower = Math.min(smooth[before.top] ?? 0, smooth[top] ?? 0);
      const fall = lower - (smooth[lowest(smooth, before.top, top)] ?? 0);
      if (fall > Math.max(4 * noise.level, 0.01 * Math.min(heightOf(before.top), heightOf(top)))) break;
      if (heightOf(before.top) >= heightOf(top)) candidate = undefined;
      else kept.pop();
    }
    if (candidate) kept.push(candidate);
  }
  return kept;
}

/** The tops of a group. Small peaks on a tail that have no top of their own are added. */
function withRiders(curves: Scaled, cluster: Cluster, tops: Core[]): Cluster {
  const riders = hiddenCores(curves, cluster, tops).filter((core) => {
    const parent = tops.findLast(({ top }) => top < core.top);
    return riderFoot(curves, cluster, core, parent) !== null;
  });
  return { ...cluster, cores: [...tops, ...riders].toSorted((one, other) => one.top - other.top) };
}

function highest({ left, right }: Core, heightOf: (index: number) => number): number {
  let best = left;
  for (let index = left; index <= right; index++) if (heightOf(index) > heightOf(best)) best = index;
  return best;
}

export function lowest(value: Float64Array, from: number, to: number): number {
  let best = from;
  for (let index = from; index <= to; index++) if ((value[index] ?? 0) < (value[best] ?? 0)) best = index;
  return best;
}
