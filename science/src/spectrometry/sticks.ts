import { MOST_STICKS, type Spectrum } from './types.ts';

/** Two points that are farther apart (in m/z) belong to different peaks. */
const SEPARATE_MZ = 0.1;

/**
 * The highest peaks of a spectrum, at most `MOST_STICKS`, in order of m/z. A peak is a point without a higher neighbour
 * within 0.1 m/z.
 */
export function sticksOf(mz: readonly number[], heights: readonly number[]): Spectrum['sticks'] {
  const highest = heights.reduce((most, height) => Math.max(most, height), 0);
  if (highest <= 0) return [];
  const isHigher = (place: number, neighbour: number, orSame: boolean) => {
    const [own, other] = [heights[place] ?? 0, heights[neighbour] ?? 0];
    const isNear = Math.abs((mz[neighbour] ?? Number.NaN) - (mz[place] ?? 0)) <= SEPARATE_MZ;
    return !isNear || own > other || (orSame && own === other);
  };
  const peaks = [...heights.keys()].filter(
    (place) =>
      (heights[place] ?? 0) > 0 && isHigher(place, place - 1, false) && isHigher(place, place + 1, true),
  );
  return peaks
    .toSorted((one, other) => (heights[other] ?? 0) - (heights[one] ?? 0))
    .slice(0, MOST_STICKS)
    .toSorted((one, other) => one - other)
    .map((place) => [
      Number((mz[place] ?? 0).toFixed(4)),
      Number(((100 * (heights[place] ?? 0)) / highest).toFixed(2)),
    ]);
}
