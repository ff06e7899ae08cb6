import type { BaselineKind } from './chromatograms.ts';
import type { PeakBaseline } from './results.ts';
import { firstAtOrAfter, type Points } from './trace.ts';

/** Where the area of a peak begins and ends, min, and what overrides the baseline of its group. */
export type PeakLimits = { start_min: number; end_min: number; baseline?: PeakBaseline | undefined };
/** A line through points in order of time, minutes and mAU; beyond its ends it goes on level. */
export type Line = { readonly minutes: ArrayLike<number>; readonly mau: ArrayLike<number> };
/** The lines that are no straight ones; the rolling ball is only asked for where it is used. */
export type GivenLines = { rollingBall: () => Line; instrument: Line | null };

/** Limits are told apart down to this, min. */
export const RESOLUTION_MIN = 1e-4;

const doTouch = (one: PeakLimits, next: PeakLimits) => next.start_min - one.end_min < RESOLUTION_MIN;

/** Peaks that touch are one group. */
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

/**
 * The line under all peaks: for each group the baseline that one of its peaks names, else `kind`. Where one group
 * follows another at once the line has two points at the same time.
 */
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

/** The straight line from the signal at one time to the signal at another. */
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

/**
 * The line that skims a small peak off the flank of a taller one beside it: along the signal, and straight where it
 * touches the flank from below on both sides of the small peak. Null without a neighbour that it touches.
 */
export function skimLine(
  trace: Points,
  limits: readonly PeakLimits[],
  place: number,
): { line: Line; parent: number } | null {
  const rider = limits[place];
  if (!rider) return null;
  const heightOf = (neighbour: PeakLimits | undefined) =>
    neighbour &&
    groupsOf([rider, neighbour].toSorted((one, other) => one.start_min - other.start_min)).length === 1
      ? highest(trace, neighbour)
      : Number.NEGATIVE_INFINITY;
  const [left, right] = [heightOf(limits[place - 1]), heightOf(limits[place + 1])];
  if (!Number.isFinite(Math.max(left, right))) return null;
  const { minutes, mau } = part(
    { minutes: trace.minutes, mau: trace.signal_mau },
    rider.start_min,
    rider.end_min,
  );
  const { first, last } = widestBridge(minutes, mau);
  const line = {
    minutes: minutes.toSpliced(first + 1, last - first - 1),
    mau: mau.toSpliced(first + 1, last - first - 1),
  };
  return { line, parent: left >= right ? place - 1 : place + 1 };
}

/** Of the straight lines that touch a curve from below twice, the one with the largest area between it and the curve. */
function widestBridge(times: number[], heights: number[]): { first: number; last: number } {
  const hull = lowerHull(times, heights);
  let best = { first: 0, last: times.length - 1, area: Number.NEGATIVE_INFINITY };
  for (let edge = 1; edge < hull.length; edge++) {
    const [first = 0, last = 0] = [hull[edge - 1], hull[edge]];
    let area =
      -(((heights[first] ?? 0) + (heights[last] ?? 0)) / 2) * ((times[last] ?? 0) - (times[first] ?? 0));
    for (let index = first + 1; index <= last; index++) {
      const step = (times[index] ?? 0) - (times[index - 1] ?? 0);
      area += (((heights[index - 1] ?? 0) + (heights[index] ?? 0)) / 2) * step;
    }
    if (area > best.area) best = { first, last, area };
  }
  return best;
}

/** Indices of the points that a string touches which is drawn tight below a curve. */
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

/** Height of the line at `time`. */
export function heightAt(line: Line, time: number): number {
  return cursorOn(line, time)(time);
}

/** The signal at `time`, on the straight line between the points before and after. */
export function signalAt({ minutes, signal_mau }: Points, time: number): number {
  return heightAt({ minutes, mau: signal_mau }, time);
}

/**
 * Reads heights of a line at times that only grow, from `from` on: each asks a step or two. At `from` a line that has
 * two points there is read as it goes on, later as it came.
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
