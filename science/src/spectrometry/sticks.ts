import { MOST_STICKS, type Spectrum } from './types.ts';

/** Points that are farther apart than this (in m/z) are not joined: the list already consists of peaks. */
const SEPARATE_MZ = 0.1;

/**
 * The highest peaks of a spectrum, at most `MOST_STICKS`, in order of m/z. A point is a peak if no neighbour within 0.1
 * m/z is higher. The m/z must be in ascending order. Empty for a spectrum without a signal.
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
