import { cursorOn, groupsOf, heightAt, signalAt } from './baseline-lines.ts';
import { areaOf, at, deviationOf, type Judged, named, sumOver } from './judged.ts';
import { firstAtOrAfter, type Points } from './trace.ts';
import type { TraceWarning } from './types.ts';

/** Which part of the run is checked at its start and its end. */
const EDGE_SHARE = 0.02;
/** A straight baseline may rise by this many heights of a peak. */
const DRIFT_HEIGHTS = 2;
/** A step is a fast rise of the baseline by this many heights of the smallest peak. */
const STEP_HEIGHTS = 3;
/** The largest error of the baseline under a peak, in % of the total area. */
const BENT_PERCENT = 0.15;

/** Warnings about the baseline under the peaks. */
export function baselineWarnings(judged: Judged, noise: number): TraceWarning[] {
  return [
    ...cutting(judged, noise),
    ...truncated(judged, noise),
    ...drifting(judged, noise),
    ...stepping(judged, noise),
  ];
}

/** Warns of a baseline that cuts through the signal or a peak. */
function cutting(judged: Judged, noise: number): TraceWarning[] {
  const { trace, line, peaks, from_min, to_min } = judged;
  return groupsOf(peaks).flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    const [start, end] = [first.start_min, last.end_min];
    const foot = (time: number) => Math.min(signalAt(trace, time), heightAt(line, time));
    const straight = cursorOn({ minutes: [start, end], mau: [foot(start), foot(end)] }, start);
    const [one, other] = [cursorOn(line, start), cursorOn(line, start)];
    // Noise tilts the straight line a little. So small differences are allowed.
    const slack = 2 * noise * (end - start) + 0.01 * areaOf(group);
    const bulge = sumOver(trace, start, end, (time) => one(time) - straight(time));
    const under = sumOver(trace, start, end, (time, signal) => Math.max(0, other(time) - signal));
    const isCut = bulge > slack || under > slack;
    const isAtEnd = start < from_min + deviationOf(first) / 2 || end > to_min - deviationOf(last) / 2;
    const isWide = end - start > (2 / 3) * (to_min - from_min);
    if (!isCut && !isAtEnd && !isWide) return [];
    const what = isCut
      ? 'cuts into the signal'
      : isAtEnd
        ? 'begins or ends with the run, where the signal may not have come back'
        : 'spans more than two thirds of the run';
    return [
      {
        code: 'baseline_cuts',
        text: `The baseline from ${at(start)} to ${at(end)} ${what}; choose another baseline or other limits.`,
      },
    ];
  });
}

/** Warns of a peak that the start or the end of the run cuts off. */
function truncated({ trace, from_min, to_min }: Judged, noise: number): TraceWarning[] {
  const rangeOf = (from: number, to: number) => {
    const inside = trace.signal_mau;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = firstAtOrAfter(trace.minutes, from); index < inside.length; index++) {
      if ((trace.minutes[index] ?? 0) > to) break;
      low = Math.min(low, inside[index] ?? 0);
      high = Math.max(high, inside[index] ?? 0);
    }
    return high - low;
  };
  const edge = EDGE_SHARE * (to_min - from_min);
  const most = Math.max(0.1 * rangeOf(from_min, to_min), 20 * noise);
  const ends = [
    { time: from_min, what: 'begins', range: rangeOf(from_min, from_min + edge) },
    { time: to_min, what: 'ends', range: rangeOf(to_min - edge, to_min) },
  ];
  return ends
    .filter(({ range }) => range > most)
    .map(({ time, what }) => ({
      code: 'baseline_cuts',
      text: `Integration ${what} at ${at(time)} within a peak, which has no baseline there; run longer or look at the limits.`,
    }));
}

function drifting(judged: Judged, noise: number): TraceWarning[] {
  const { trace, line, peaks } = judged;
  const whole = areaOf(peaks);
  const warnings: TraceWarning[] = [];
  const groups = groupsOf(peaks);
  groups.forEach((group, place) => {
    const [start, end] = [group[0]?.start_min ?? 0, group.at(-1)?.end_min ?? 0];
    const smallest = group.reduce((low, peak) => (peak.height_mau < low.height_mau ? peak : low));
    const rise = heightAt(line, end) - heightAt(line, start);
    if (Math.abs(rise) > Math.max(DRIFT_HEIGHTS * smallest.height_mau, 10 * noise)) {
      warnings.push({
        code: 'drift',
        text: `The baseline moves by ${Math.abs(rise).toPrecision(2)} under ${named(judged, smallest)}, which is only ${smallest.height_mau.toPrecision(2)} high; subtract a blank or change the gradient.`,
      });
    }
    const before = groups[place - 1]?.at(-1)?.end_min ?? judged.from_min;
    const after = groups[place + 1]?.[0]?.start_min ?? judged.to_min;
    const width = end - start;
    const left = slopeOver(trace, Math.max(before, start - width / 2), start);
    const right = slopeOver(trace, end, Math.min(after, end + width / 2));
    if (left === null || right === null) return;
    // How far an evenly curved line is from a straight one, at most.
    const sag = (Math.abs(right - left) * width) / 8;
    const percent = (100 * (2 / 3) * sag * width) / whole;
    if (percent > BENT_PERCENT && sag > 4 * noise) {
      warnings.push({
        code: 'blank_needed',
        text: `The baseline bends between ${at(start)} and ${at(end)} by what may be ${percent.toFixed(1)} % of the area; run a blank and subtract it.`,
      });
    }
  });
  return warnings;
}

/** Warns of a step that looks like a peak or can hide one. */
function stepping({ trace, line, peaks, from_min, to_min }: Judged, noise: number): TraceWarning[] {
  const [main] = peaks.toSorted((one, other) => other.area - one.area);
  if (!main) return [];
  const smallest = peaks.reduce((low, { height_mau }) => Math.min(low, height_mau), main.height_mau);
  const lag = 2 * (main.width_half_min ?? (main.end_min - main.start_min) / 4);
  const levelAt = (time: number) => {
    const isInPeak = peaks.some(({ start_min, end_min }) => start_min <= time && time <= end_min);
    return isInPeak ? heightAt(line, time) : signalAt(trace, time);
  };
  let worst = { time: 0, rise: 0 };
  for (let time = from_min; time + lag <= to_min; time += lag / 4) {
    const rise = Math.abs(levelAt(time + lag) - levelAt(time));
    if (rise > worst.rise) worst = { time, rise };
  }
  if (worst.rise < Math.max(STEP_HEIGHTS * smallest, 20 * noise)) return [];
  return [
    {
      code: 'drift',
      text: `The baseline moves by ${worst.rise.toPrecision(2)} within ${lag.toFixed(2)} min of ${at(worst.time)}, as fast as a peak; subtract a blank or change the gradient.`,
    },
  ];
}

/** How fast the signal rises between two times. Null with too few points. */
function slopeOver({ minutes, signal_mau: signal }: Points, from: number, to: number): number | null {
  const [first, end] = [firstAtOrAfter(minutes, from), firstAtOrAfter(minutes, to)];
  const count = end - first;
  if (count < 8) return null;
  let [times, signals, products, squares] = [0, 0, 0, 0];
  for (let index = first; index < end; index++) {
    times += (minutes[index] ?? 0) / count;
    signals += (signal[index] ?? 0) / count;
  }
  for (let index = first; index < end; index++) {
    const away = (minutes[index] ?? 0) - times;
    products += away * ((signal[index] ?? 0) - signals);
    squares += away * away;
  }
  return products / squares;
}
