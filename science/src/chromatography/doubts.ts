import { scaled, spreadOf, TOP_DEVIATIONS } from './clusters.ts';
import { evenGrid } from './even-grid.ts';
import { hiddenPeaks, tallestIn } from './hidden-peaks.ts';
import { FEWEST_POINTS, GRID_POINTS, plain, stretch } from './peak-detection.ts';
import { clustersOf, SIGNAL_TO_NOISE } from './tops.ts';
import type { Points } from './trace.ts';

/** What may be wrong with a chromatogram, although its list of peaks does not show it. */
export type Doubts = {
  /** Times at which a group of peaks seems to hide one more peak. */
  shoulders: number[];
  /** The smallest height that is not noise, in mAU. */
  least_mau: number | null;
};

export function findDoubts(
  trace: Points,
  { from_min, to_min }: { from_min: number; to_min: number },
): Doubts {
  const part = stretch(plain(trace), from_min, to_min);
  if (part.minutes.length < FEWEST_POINTS) return { shoulders: [], least_mau: null };
  const curves = scaled(evenGrid(part, Math.min(part.minutes.length, GRID_POINTS)));
  const clusters = clustersOf(curves);
  const tallest = Math.max(0, ...clusters.map((cluster) => tallestIn(curves, cluster)));
  const { signal, fine } = curves.noise;
  const narrowest = clusters
    .flatMap(({ cores }) => cores)
    .reduce((least, core) => Math.min(least, spreadOf(core)), Number.POSITIVE_INFINITY);
  return {
    shoulders: clusters
      .flatMap((cluster) => hiddenPeaks(curves, cluster, tallest))
      .map((index) => curves.at[index] ?? 0),
    least_mau: Number.isFinite(narrowest)
      ? Math.max(SIGNAL_TO_NOISE * signal, TOP_DEVIATIONS * fine * narrowest ** 2)
      : null,
  };
}
