import type { Integration, LabChromatogram } from '@vialproof/contract/chromatograms';
import { limitsOf, MOST_PEAKS, rounded } from '@vialproof/science/chromatography/peak-limits';
import type { PeakLimits } from '@vialproof/science/chromatography/types';

export type Side = 'start' | 'end';
export type Extent = { first: number; last: number };

/** A start and an end that are closer than this (minutes) are one border between two peaks. */
const SAME_MIN = 5e-5;
/** The width of the narrowest possible peak (minutes). */
export const NARROWEST_MIN = 0.002;

/** The peaks, main peak and baseline of a stored chromatogram, in the form that the user edits. */
export function integrationOf({ peaks, main_peak, baseline }: LabChromatogram): Integration {
  return { limits: limitsOf(peaks), main_peak, baseline };
}

/** A text of everything that decides the areas of the peaks, to compare two versions. */
export function contentOf({ limits, main_peak, baseline }: Integration): string {
  const borders = limits.map(({ start_min, end_min, baseline: own }) => [start_min, end_min, own]);
  return JSON.stringify([borders, main_peak, baseline]);
}

export function isSame(one: Integration, other: Integration): boolean {
  return contentOf(one) === contentOf(other);
}

/** How far one end of a peak can move. If another peak touches it there, the far end of that peak is the limit. */
export function rangeOf(
  limits: readonly PeakLimits[],
  peak: number,
  side: Side,
  { first, last }: Extent,
): [number, number] {
  const own = limits[peak];
  if (!own) return [first, last];
  const neighbour = limits[side === 'start' ? peak - 1 : peak + 1];
  if (side === 'start') {
    const low = !neighbour
      ? first
      : touches(neighbour, own)
        ? neighbour.start_min + NARROWEST_MIN
        : neighbour.end_min;
    return [rounded(low), rounded(own.end_min - NARROWEST_MIN)];
  }
  const high = !neighbour
    ? last
    : touches(own, neighbour)
      ? neighbour.end_min - NARROWEST_MIN
      : neighbour.start_min;
  return [rounded(own.start_min + NARROWEST_MIN), rounded(high)];
}

/** Moves the start or end of a peak as near to `minutes` as possible. If two peaks touch, their common border moves. */
export function moveLimit(
  edit: Integration,
  peak: number,
  side: Side,
  minutes: number,
  extent: Extent,
): Integration {
  const own = edit.limits[peak];
  if (!own || !Number.isFinite(minutes)) return edit;
  const [low, high] = rangeOf(edit.limits, peak, side, extent);
  if (low > high) return edit;
  const to = rounded(Math.min(high, Math.max(low, minutes)));
  const limits = edit.limits.map((limit) => ({ ...limit }));
  const [moved, before, after] = [limits[peak], limits[peak - 1], limits[peak + 1]];
  if (side === 'start') {
    if (before && touches(before, own)) before.end_min = to;
    if (moved) moved.start_min = to;
  } else {
    if (after && touches(own, after)) after.start_min = to;
    if (moved) moved.end_min = to;
  }
  return { ...edit, limits };
}

/**
 * Adds a peak between `from` and `to` where no other peak is, and returns its index too. Null if there is no space, or
 * if there are too many peaks.
 */
export function addPeak(
  edit: Integration,
  from: number,
  to: number,
  extent: Extent,
): { edit: Integration; peak: number } | null {
  if (edit.limits.length >= MOST_PEAKS) return null;
  const middle = (from + to) / 2;
  const free = freeStretches(edit.limits, extent).find(([start, end]) => start <= middle && middle <= end);
  if (!free) return null;
  const limit = {
    start_min: rounded(Math.max(free[0], Math.min(from, to))),
    end_min: rounded(Math.min(free[1], Math.max(from, to))),
  };
  if (limit.end_min - limit.start_min < NARROWEST_MIN) return null;
  const place = edit.limits.findIndex(({ start_min }) => start_min > limit.start_min);
  const peak = place === -1 ? edit.limits.length : place;
  const main = edit.main_peak;
  return {
    peak,
    edit: {
      ...edit,
      limits: edit.limits.toSpliced(peak, 0, limit),
      main_peak: main === null ? peak : main >= peak ? main + 1 : main,
    },
  };
}

/** Adds a peak in the widest free part of the visible chromatogram. */
export function addPeakInView(edit: Integration, view: Extent): { edit: Integration; peak: number } | null {
  const [widest] = freeStretches(edit.limits, view).toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
  if (!widest) return null;
  const [start, end] = widest;
  return addPeak(edit, start + (end - start) / 3, end - (end - start) / 3, view);
}

/** Removes a peak. If it was the main peak, there is no main peak any more. */
export function removePeak(edit: Integration, peak: number): Integration {
  const main = edit.main_peak;
  return {
    ...edit,
    limits: withoutLoneTangents(edit.limits.toSpliced(peak, 1)),
    main_peak: main === null || main === peak ? null : main > peak ? main - 1 : main,
  };
}

/** Removes the tangents of peaks that touch no other peak. A tangent separates two touching peaks. */
function withoutLoneTangents(limits: PeakLimits[]): PeakLimits[] {
  return limits.map((limit, place) => {
    const { baseline, ...bare } = limit;
    const [before, after] = [limits[place - 1], limits[place + 1]];
    const isAlone = !(before && touches(before, limit)) && !(after && touches(limit, after));
    return baseline === 'tangent' && isAlone ? bare : limit;
  });
}

function freeStretches(limits: readonly PeakLimits[], { first, last }: Extent): [number, number][] {
  const inside = limits.filter(({ start_min, end_min }) => end_min > first && start_min < last);
  const edges = [first, ...inside.flatMap(({ start_min, end_min }) => [start_min, end_min]), last];
  const stretches: [number, number][] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [start = first, end = last] = [edges[index], edges[index + 1]];
    if (end - start >= NARROWEST_MIN) stretches.push([start, end]);
  }
  return stretches;
}

const touches = (one: PeakLimits, next: PeakLimits) => next.start_min - one.end_min < SAME_MIN;
