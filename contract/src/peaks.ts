import type { FieldError } from './errors.ts';
import { measuresOf, type Noise, type Profile, quietestWindow } from './peak-measures.ts';
import type { Peak } from './results.ts';
import { firstAtOrAfter, type Points } from './trace.ts';

/** Where the area of a peak begins and ends, min. */
export type PeakLimits = { start_min: number; end_min: number };
/** A line through points in order of time, minutes and mAU; beyond its ends it goes on level. */
export type Line = { readonly minutes: ArrayLike<number>; readonly mau: ArrayLike<number> };

export const MOST_PEAKS = 100;
/** Limits are told apart down to this, min. */
const RESOLUTION_MIN = 1e-4;

/** Times, heights and areas as they are stored: to the ten-thousandth. */
export const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
/** Small areas keep six digits: those of a trace in AU or of a weak one are shared out by them. */
const roundedArea = (value: number) =>
  Math.abs(value) >= 10 ? rounded(value) : Number(value.toPrecision(6));

/**
 * What is wrong with limits set by hand on a trace from `first` to `last` min: none at all or too many, a peak of no
 * width, one outside the trace, one that overlaps the peak before. `path` as in the payload. Limits may touch.
 */
export function limitErrors(
  limits: readonly PeakLimits[],
  mainPeak: number | null,
  { first, last }: { first: number; last: number },
): FieldError[] {
  if (limits.length === 0) return [{ path: 'limits', message: 'Keep at least one peak.' }];
  if (limits.length > MOST_PEAKS) {
    return [{ path: 'limits', message: `At most ${MOST_PEAKS} peaks can be integrated.` }];
  }
  const errors: FieldError[] = [];
  const slack = RESOLUTION_MIN / 2;
  limits.forEach(({ start_min: start, end_min: end }, place) => {
    const name = `Peak ${place + 1}`;
    const path = `limits.${place}`;
    const before = limits[place - 1];
    if (!(end > start)) errors.push({ path, message: `${name} ends before it starts.` });
    else if (start < first - RESOLUTION_MIN || end > last + RESOLUTION_MIN) {
      errors.push({
        path,
        message: `${name} lies outside the trace, which runs from ${first.toFixed(3)} to ${last.toFixed(3)} min.`,
      });
    } else if (before && start < before.end_min - slack) {
      errors.push({ path, message: `${name} overlaps the peak before it.` });
    }
  });
  if (mainPeak !== null && mainPeak >= limits.length) {
    errors.push({ path: 'main_peak', message: 'The main peak is none of the peaks.' });
  }
  return errors;
}

/**
 * The straight baseline of peaks: from the signal at the start to the signal at the end of each run of peaks that
 * touch, so that a valley between two is a drop to the line.
 */
export function straightBaseline(trace: Points, limits: readonly PeakLimits[]): Line {
  const minutes: number[] = [];
  const mau: number[] = [];
  limits.forEach((limit, place) => {
    const [before, after] = [limits[place - 1], limits[place + 1]];
    for (const [time, touches] of [
      [limit.start_min, before !== undefined && limit.start_min - before.end_min < RESOLUTION_MIN],
      [limit.end_min, after !== undefined && after.start_min - limit.end_min < RESOLUTION_MIN],
    ] as const) {
      if (touches) continue;
      minutes.push(time);
      mau.push(signalAt(trace, time));
    }
  });
  return { minutes, mau };
}

/**
 * Integrates a trace above a baseline between limits, by trapezoids over the points as measured and the signal between
 * them at the limits. Areas in mAU · min, heights in mAU above the baseline, area percentages of the sum of these
 * peaks; `noise` of a stated window, else of the quietest one between the peaks. The same on the server, which decides,
 * and in the browser, which shows it while a limit moves.
 */
export function measurePeaks(
  trace: Points,
  baseline: Line,
  limits: readonly PeakLimits[],
  noise?: Noise | null,
): Peak[] {
  const profiles = limits.map((limit) => profileOf(trace, baseline, limit));
  const found = limits.map((limit, place) =>
    measurePeak(profiles[place] ?? { minutes: [], above: [] }, limit),
  );
  const heard = noise === undefined ? quietestWindow(trace, found, profiles) : noise;
  const measures = measuresOf(found, profiles, heard);
  const total = found.reduce((sum, peak) => sum + peak.area, 0);
  return found.map((peak, place) => ({
    ...peak,
    area_percent: total > 0 ? rounded((100 * peak.area) / total) : 0,
    ...measures[place],
  }));
}

/** The signal above the baseline at both limits and at every point between them. */
function profileOf(trace: Points, baseline: Line, { start_min: start, end_min: end }: PeakLimits): Profile {
  const { minutes, signal_mau: signal } = trace;
  const level = cursorOn(baseline, start);
  const profile: Profile = { minutes: [start], above: [signalAt(trace, start) - level(start)] };
  for (let index = firstAtOrAfter(minutes, start); index < minutes.length; index++) {
    const here = minutes[index] ?? 0;
    if (here > end) break;
    profile.minutes.push(here);
    profile.above.push((signal[index] ?? 0) - level(here));
  }
  profile.minutes.push(end);
  profile.above.push(signalAt(trace, end) - level(end));
  return profile;
}

function measurePeak({ minutes, above }: Profile, limits: PeakLimits): Omit<Peak, 'area_percent'> {
  let area = 0;
  let top = minutes.length > 2 ? 1 : 0;
  for (let index = 1; index < minutes.length; index++) {
    area +=
      (((above[index - 1] ?? 0) + (above[index] ?? 0)) / 2) *
      ((minutes[index] ?? 0) - (minutes[index - 1] ?? 0));
    // Of the two limits, which lie between points, neither is the top.
    if (index < minutes.length - 1 && (above[index] ?? 0) > (above[top] ?? 0)) top = index;
  }
  return {
    retention_min: rounded(
      minutes.length > 2 ? (minutes[top] ?? 0) : (limits.start_min + limits.end_min) / 2,
    ),
    start_min: rounded(limits.start_min),
    end_min: rounded(limits.end_min),
    height_mau: rounded(above[top] ?? 0),
    area: roundedArea(area),
  };
}

/** Height of the line at `time`. */
export function heightAt(line: Line, time: number): number {
  return cursorOn(line, time)(time);
}

/** The signal at `time`, on the straight line between the points before and after. */
export function signalAt({ minutes, signal_mau }: Points, time: number): number {
  return heightAt({ minutes, mau: signal_mau }, time);
}

/** Reads heights of a line at times that only grow, from `from` on: each asks a step or two. */
function cursorOn({ minutes, mau }: Line, from: number): (time: number) => number {
  const last = minutes.length - 1;
  let next = firstAtOrAfter(minutes, from);
  return (time) => {
    while (next <= last && (minutes[next] ?? 0) < time) next += 1;
    if (next > last) return mau[last] ?? 0;
    const [x1, y1] = [minutes[next] ?? 0, mau[next] ?? 0];
    if (next === 0 || x1 === time) return y1;
    const [x0, y0] = [minutes[next - 1] ?? 0, mau[next - 1] ?? 0];
    return x1 === x0 ? y1 : y0 + ((y1 - y0) * (time - x0)) / (x1 - x0);
  };
}
