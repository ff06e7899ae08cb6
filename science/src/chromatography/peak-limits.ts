import { cursorOn, groupsOf, type Line, RESOLUTION_MIN, signalAt, skimLine } from './baseline-lines.ts';
import { measuresOf, type Noise, type Profile, quietestWindow } from './peak-measures.ts';
import { firstAtOrAfter, type Points } from './trace.ts';
import type { Peak, PeakLimits } from './types.ts';

export const MOST_PEAKS = 100;
/** Times, heights and areas are stored rounded to four decimals. */
export const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
/** Small areas keep six digits, because weak chromatograms and chromatograms in AU need them. */
const roundedArea = (value: number) =>
  Math.abs(value) >= 10 ? rounded(value) : Number(value.toPrecision(6));

/**
 * What is wrong with peaks that a person set: none or too many, without width, outside the chromatogram, or
 * overlapping. `path` is the path of the field. Two peaks may touch.
 */
export function limitErrors(
  limits: readonly PeakLimits[],
  mainPeak: number | null,
  { first, last }: { first: number; last: number },
): { path: string; message: string }[] {
  if (limits.length === 0) return [{ path: 'limits', message: 'Keep at least one peak.' }];
  if (limits.length > MOST_PEAKS) {
    return [{ path: 'limits', message: `At most ${MOST_PEAKS} peaks can be integrated.` }];
  }
  const errors: { path: string; message: string }[] = [];
  const slack = RESOLUTION_MIN / 2;
  limits.forEach((limit, place) => {
    const { start_min: start, end_min: end, baseline: own } = limit;
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
    if (own === 'tangent' && !groupsOf(limits).some((group) => group.length > 1 && group.includes(limit))) {
      errors.push({ path, message: `${name} touches no peak that it could be skimmed from.` });
    }
  });
  if (mainPeak !== null && mainPeak >= limits.length) {
    errors.push({ path: 'main_peak', message: 'The main peak is none of the peaks.' });
  }
  return errors;
}

/** The limits of stored peaks. */
export function limitsOf(peaks: readonly Peak[]): PeakLimits[] {
  return peaks.map(({ start_min, end_min, baseline }) => ({
    start_min,
    end_min,
    ...(baseline && { baseline }),
  }));
}

/**
 * Measures the peaks between their borders, above a baseline. Areas are in mAU · min, heights in mAU, and per cent are
 * of all these peaks. The server decides by this, and the browser shows it in advance.
 */
export function measurePeaks(
  trace: Points,
  baseline: Line,
  limits: readonly PeakLimits[],
  noise?: Noise | null,
): Peak[] {
  const skims = limits.map(({ baseline: own }, place) =>
    own === 'tangent' ? skimLine(trace, baseline, limits, place) : null,
  );
  const profiles = limits.map((limit, place) => profileOf(trace, skims[place]?.line ?? baseline, limit));
  const areas = profiles.map((profile) => areaOf(profile));
  limits.forEach((limit, place) => {
    const parent = skims[place]?.parent;
    if (parent === undefined) return;
    // The area below the tangent belongs to the larger peak.
    const whole = areaOf(profileOf(trace, baseline, limit));
    areas[parent] = (areas[parent] ?? 0) + whole - (areas[place] ?? 0);
  });
  const found = limits.map((limit, place) =>
    describePeak(profiles[place] ?? { minutes: [], above: [] }, limit, areas[place] ?? 0),
  );
  const heard = noise === undefined ? noiseBeside(trace, baseline, limits) : noise;
  const measures = measuresOf(found, profiles, heard);
  const total = found.reduce((sum, peak) => sum + peak.area, 0);
  return found.map((peak, place) => ({
    ...peak,
    area_percent: total > 0 ? rounded((100 * peak.area) / total) : 0,
    ...measures[place],
  }));
}

/** The noise between the peaks. */
export function noiseBeside(trace: Points, baseline: Line, limits: readonly PeakLimits[]): Noise | null {
  const profiles = limits.map((limit) => profileOf(trace, baseline, limit));
  const found = profiles.map((profile, place) =>
    describePeak(profile, limits[place] ?? { start_min: 0, end_min: 0 }, 0),
  );
  return quietestWindow(trace, found, profiles);
}

/** The signal above the baseline at both borders and at each point between. */
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

function areaOf({ minutes, above }: Profile): number {
  let area = 0;
  for (let index = 1; index < minutes.length; index++) {
    const step = (minutes[index] ?? 0) - (minutes[index - 1] ?? 0);
    area += (((above[index - 1] ?? 0) + (above[index] ?? 0)) / 2) * step;
  }
  return area;
}

function describePeak(
  { minutes, above }: Profile,
  { start_min: start, end_min: end, baseline }: PeakLimits,
  area: number,
): Omit<Peak, 'area_percent'> {
  // Borders lie between points, so a border is the highest point only if there is no point inside.
  const last = minutes.length - 2;
  let top = Math.min(1, last);
  for (let index = 2; index <= last; index++) if ((above[index] ?? 0) > (above[top] ?? 0)) top = index;
  return {
    retention_min: rounded(last > 0 ? (minutes[top] ?? 0) : (start + end) / 2),
    start_min: rounded(start),
    end_min: rounded(end),
    height_mau: rounded(above[top] ?? 0),
    area: roundedArea(area),
    ...(baseline && { baseline }),
  };
}
