import { firstAtOrAfter, type Points } from './trace.ts';
import type { BaselineKind, PeakLimits } from './types.ts';

/**
 * A line in the drawing, through points (minutes and mAU). It is horizontal before the first and after the last point.
 */
export type Line = { readonly minutes: ArrayLike<number>; readonly mau: ArrayLike<number> };
/** Baselines that are not straight. The rolling ball is computed only if it is needed. */
export type GivenLines = { rollingBall: () => Line; instrument: Line | null };

/** Two borders of peaks that are closer than this (minutes) are the same. */
export const RESOLUTION_MIN = 1e-4;

const doTouch = (one: PeakLimits, next: PeakLimits) => next.start_min - one.end_min < RESOLUTION_MIN;

/** Groups peaks that touch. */
export function groupsOf<L extends PeakLimits>(limits: readonly L[]): L[][] {
  const groups: L[][] = [];
  for (const limit of limits) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && doTouch(before, limit)) group.push(limit);
    else groups.push([limit]);
  }
  return groups;
}

/** The baseline under all peaks. A group of touching peaks has the one that was chosen for it, otherwise `kind`. */
export function baselineUnder(
  trace: Points,
  { limits, baseline: kind }: { limits: readonly PeakLimits[]; baseline: BaselineKind },
  lines: GivenLines,
): Line {
  const isOverridden = limits.some(({ baseline }) => baseline !== undefined && baseline !== 'tangent');
  if (kind !== 'straight' && !isOverridden) return givenLine(kind, lines);
  const minutes: number[] = [];
  const mau: number[] = [];
  const put = (line: Line) => {
    for (let index = 0; index < line.minutes.length; index++) {
      minutes.push(line.minutes[index] ?? 0);
      mau.push(line.mau[index] ?? 0);
    }
  };
  for (const group of groupsOf(limits)) {
    const own =
      group.find(({ baseline }) => baseline !== undefined && baseline !== 'tangent')?.baseline ?? kind;
    const [start, end] = [group[0]?.start_min ?? 0, group.at(-1)?.end_min ?? 0];
    if (own === 'valley') for (const limit of group) put(chord(trace, limit.start_min, limit.end_min));
    else if (own === 'rolling_ball' || own === 'instrument') put(part(givenLine(own, lines), start, end));
    else put(chord(trace, start, end));
  }
  return { minutes, mau };
}

function givenLine(kind: 'rolling_ball' | 'instrument', { rollingBall, instrument }: GivenLines): Line {
  return kind === 'instrument' && instrument ? instrument : rollingBall();
}

/** The straight line between the values of the signal at two times. */
function chord(trace: Points, start: number, end: number): Line {
  return { minutes: [start, end], mau: [signalAt(trace, start), signalAt(trace, end)] };
}

function part(line: Line, start: number, end: number): { minutes: number[]; mau: number[] } {
  const [first, last] = [firstAtOrAfter(line.minutes, start), firstAtOrAfter(line.minutes, end)];
  return {
    minutes: [start, ...Array.from(line.minutes).slice(first, last), end],
    mau: [heightAt(line, start), ...Array.from(line.mau).slice(first, last), heightAt(line, end)],
  };
}

/** The lower end of a peak's side is not used, because the noise is too strong there. */
const LOWEST_SHARE = 0.005;

/**
 * The line (tangent) that cuts a small peak off the side of a taller one. Such a side falls exponentially, so the line
 * is straight on a logarithmic scale. Null if no taller peak touches the small one.
 */
export function skimLine(
  trace: Points,
  baseline: Line,
  limits: readonly PeakLimits[],
  place: number,
): { line: Line; parent: number } | null {
  const rider = limits[place];
  if (!rider) return null;
  const heightOf = (neighbour: PeakLimits | undefined) => {
    const pair = [rider, ...(neighbour ? [neighbour] : [])];
    const inOrder = pair.toSorted((one, other) => one.start_min - other.start_min);
    return neighbour && groupsOf(inOrder).length === 1 ? highest(trace, neighbour) : Number.NEGATIVE_INFINITY;
  };
  const [left, right] = [heightOf(limits[place - 1]), heightOf(limits[place + 1])];
  if (!Number.isFinite(Math.max(left, right))) return null;
  const { minutes, mau } = part(
    { minutes: trace.minutes, mau: trace.signal_mau },
    rider.start_min,
    rider.end_min,
  );
  const level = cursorOn(baseline, rider.start_min);
  const levels = minutes.map((time) => level(time));
  const above = mau.map((signal, index) => signal - (levels[index] ?? 0));
  const low = LOWEST_SHARE * above.reduce((best, each) => Math.max(best, each), 0);
  if (low > 0) {
    const logs = above.map((height) => Math.log(Math.max(low, height)));
    // Uses only the part near the small peak, because farther away a small error of the baseline bends the line.
    const { from, to } = reachOf(minutes, above, widestBridge(minutes, above, logs));
    const near = <T>(all: T[]) => all.slice(from, to + 1);
    const { first, heights } = widestBridge(near(minutes), near(above), near(logs));
    heights.forEach((height, index) => {
      const place = from + first + index;
      mau[place] = (levels[place] ?? 0) + height;
    });
  }
  return { line: { minutes, mau }, parent: left >= right ? place - 1 : place + 1 };
}

/** How far from its top a peak ends, in widths at half height. For a peak of Gaussian shape. */
const REACH_WIDTHS = 1.75;

/** The first and the last point of the peak that a line cuts off. */
function reachOf(times: number[], above: number[], { first, heights }: Bridge): { from: number; to: number } {
  const excess = heights.map((height, index) => (above[first + index] ?? 0) - height);
  const top = excess.reduce((best, each, index) => (each > (excess[best] ?? 0) ? index : best), 0);
  let [left, right] = [top, top];
  while (left > 0 && (excess[left] ?? 0) > (excess[top] ?? 0) / 2) left -= 1;
  while (right < excess.length - 1 && (excess[right] ?? 0) > (excess[top] ?? 0) / 2) right += 1;
  const timeOf = (index: number) => times[first + index] ?? 0;
  const reach = REACH_WIDTHS * (timeOf(right) - timeOf(left));
  return {
    from: firstAtOrAfter(times, timeOf(top) - reach),
    to: Math.min(times.length - 1, firstAtOrAfter(times, timeOf(top) + reach)),
  };
}

/** A line under a small peak: the index of its first point, and its heights. */
type Bridge = { first: number; heights: number[] };

/**
 * The line that leaves the largest area above it. It touches the curve from below in two points, on a logarithmic
 * scale.
 */
function widestBridge(times: number[], above: number[], logs: number[]): Bridge {
  const hull = lowerHull(times, logs);
  let best: Bridge & { area: number } = { first: 0, heights: [], area: 0 };
  for (let edge = 1; edge < hull.length; edge++) {
    const [first = 0, last = 0] = [hull[edge - 1], hull[edge]];
    const [start, from] = [times[first] ?? 0, logs[first] ?? 0];
    const slope = ((logs[last] ?? 0) - from) / ((times[last] ?? 0) - start);
    const heights: number[] = [];
    let area = 0;
    for (let index = first; index < last; index++) {
      const height = Math.exp(from + slope * ((times[index] ?? 0) - start));
      heights.push(height);
      area += ((above[index] ?? 0) - height) * ((times[index + 1] ?? 0) - (times[index] ?? 0));
    }
    if (area > best.area) best = { first, heights, area };
  }
  return best;
}

/** The points of a curve that a string stretched below it would touch (lower convex hull). */
export function lowerHull(times: ArrayLike<number>, heights: ArrayLike<number>): number[] {
  const hull: number[] = [];
  const slope = (from: number, to: number) =>
    ((heights[to] ?? 0) - (heights[from] ?? 0)) / ((times[to] ?? 0) - (times[from] ?? 0));
  for (let index = 0; index < times.length; index++) {
    for (;;) {
      const [before, last] = [hull.at(-2), hull.at(-1)];
      if (before === undefined || last === undefined || slope(before, last) < slope(before, index)) break;
      hull.pop();
    }
    hull.push(index);
  }
  return hull;
}

function highest({ minutes, signal_mau: signal }: Points, { start_min, end_min }: PeakLimits): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let index = firstAtOrAfter(minutes, start_min); index < minutes.length; index++) {
    if ((minutes[index] ?? 0) > end_min) break;
    best = Math.max(best, signal[index] ?? 0);
  }
  return best;
}

export function heightAt(line: Line, time: number): number {
  return cursorOn(line, time)(time);
}

/** The signal at `time`, interpolated linearly. */
export function signalAt({ minutes, signal_mau }: Points, time: number): number {
  return heightAt({ minutes, mau: signal_mau }, time);
}

/**
 * Reads the heights of a drawn line at growing times, step by step. If two points have the same time, the later one is
 * used at the start, and the earlier one elsewhere.
 */
export function cursorOn({ minutes, mau }: Line, from: number): (time: number) => number {
  const last = minutes.length - 1;
  let next = firstAtOrAfter(minutes, from);
  while (next < last && minutes[next] === from && minutes[next + 1] === from) next += 1;
  return (time) => {
    while (next <= last && (minutes[next] ?? 0) < time) next += 1;
    if (next > last) return mau[last] ?? 0;
    const [x1, y1] = [minutes[next] ?? 0, mau[next] ?? 0];
    if (next === 0 || x1 === time) return y1;
    const [x0, y0] = [minutes[next - 1] ?? 0, mau[next - 1] ?? 0];
    return x1 === x0 ? y1 : y0 + ((y1 - y0) * (time - x0)) / (x1 - x0);
  };
}
