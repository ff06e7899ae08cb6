import { cursorOn, groupsOf, heightAt, lowerHull, signalAt } from './baseline-lines.ts';
import { baselineWarnings } from './baseline-warnings.ts';
import { evenGrid, noiseOf } from './even-grid.ts';
import { areaOf, at, deviationOf, type Judged, named, sumOver } from './judged.ts';
import { integrate } from './peak-detection.ts';
import { firstAtOrAfter } from './trace.ts';
import type { TraceWarning } from './types.ts';

/** All warnings about the integration of a chromatogram, each in a sentence. */
export function integrationWarnings(judged: Judged): TraceWarning[] {
  const noise = noiseOf(Float64Array.from(judged.trace.signal_mau));
  const ofDetector = [...fewPoints(judged), ...saturated(judged, noise)];
  if (judged.by === 'instrument') return ofDetector;
  return [
    ...ofDetector,
    ...overlapping(judged),
    ...broadUnder(judged, noise),
    ...areaLost(judged),
    ...leftOut(judged),
    ...missed(judged),
    ...lostInNoise(judged),
    ...baselineWarnings(judged, noise),
  ];
}

const FEWEST_POINTS = 5;
/** Two peaks with a smaller resolution than this are not separated well. */
const PARTED = 1.45;
const UNSURE_PERCENT = 0.2;
/** How much area may lie outside all peaks, in per cent of the total. A gradient of the solvent causes some. */
const LOST_PERCENT = 1;
/** The largest peak that may be missing, in % of the total area. */
const MISSED_PERCENT = 0.1;
/** Peaks of this height, in per cent of the tallest one, must be visible above the noise. */
const LEAST_SEEN_PERCENT = 0.2;

function fewPoints(judged: Judged): TraceWarning[] {
  const { minutes } = judged.trace;
  const countIn = (from: number, to: number) => firstAtOrAfter(minutes, to) - firstAtOrAfter(minutes, from);
  return judged.peaks.flatMap((peak) => {
    const { width_half_min: width, start_min: start, end_min: end, retention_min: top } = peak;
    const count = width ? countIn(top - width / 2, top + width / 2) : Math.floor(countIn(start, end) / 2);
    return count >= FEWEST_POINTS
      ? []
      : [
          {
            code: 'few_points',
            text: `${named(judged, peak)} has only ${count} points in the upper half; record it again with a higher data rate.`,
          },
        ];
  });
}

/** Warns of a top that was cut off: the signal stays near its maximum for longer than a real peak does. */
function saturated(judged: Judged, noise: number): TraceWarning[] {
  const { trace, line, peaks } = judged;
  const { minutes, signal_mau: signal } = trace;
  return peaks.flatMap((peak) => {
    const { height_mau: height, width_half_min: width } = peak;
    const share = Math.max(0.001, (4 * noise) / height);
    // A peak that sits on the tail of another one has no measured width.
    if (!width || share > 0.02 || peak.baseline === 'tangent') return [];
    const top = firstAtOrAfter(minutes, peak.retention_min);
    const isHigh = (index: number) =>
      (signal[index] ?? 0) - heightAt(line, minutes[index] ?? 0) >= (1 - share) * height;
    let [left, right] = [top, top];
    while (left > 0 && (minutes[left - 1] ?? 0) > peak.start_min && isHigh(left - 1)) left -= 1;
    while (right < minutes.length - 1 && (minutes[right + 1] ?? 0) < peak.end_min && isHigh(right + 1))
      right += 1;
    const span = (minutes[right] ?? 0) - (minutes[left] ?? 0);
    if (right - left < 3 || span < 2.5 * 1.2 * Math.sqrt(share) * width) return [];
    return [
      {
        code: 'saturated',
        text: `${named(judged, peak)} has a flat top: the detector was saturated or two peaks lie under each other; inject less or dilute.`,
      },
    ];
  });
}

function overlapping(judged: Judged): TraceWarning[] {
  const { trace, line, peaks, shoulders } = judged;
  const poor = peaks.flatMap((peak, place): TraceWarning[] => {
    const before = peaks[place - 1];
    if (!before || groupsOf([before, peak]).length > 1) return [];
    const resolution = peak.resolution ?? 0;
    const valley = signalAt(trace, peak.start_min) - heightAt(line, peak.start_min);
    const width = Math.min(peak.width_half_min ?? 0, before.width_half_min ?? 0);
    const isPartedWell = resolution >= PARTED || 100 * valley * width < UNSURE_PERCENT * areaOf(peaks);
    if (resolution >= 1 && isPartedWell) return [];
    const how = peak.resolution
      ? `overlap, resolution ${peak.resolution.toFixed(2)}`
      : 'do not part to half their height';
    return [
      {
        code: 'overlap',
        text: `Peaks ${place} and ${place + 1} (${at(before.retention_min)}, ${at(peak.retention_min)}) ${how}: their areas cannot be told apart; separate them better.`,
      },
    ];
  });
  const hidden = shoulders.map((minutes) => ({
    code: 'overlap',
    text: `Another peak is hidden near ${at(minutes)}, and its area is counted with its neighbour’s; separate them better.`,
  }));
  return [...poor, ...hidden];
}

/** Warns of a broad shape under a peak. It makes both feet of the peak wider; a tail makes only the rear one wider. */
function broadUnder(judged: Judged, noise: number): TraceWarning[] {
  const { trace, line, peaks } = judged;
  return groupsOf(peaks).flatMap(([peak]) => {
    if (!peak?.width_half_min) return [];
    const sigma = deviationOf(peak);
    const to = peak.retention_min - 4 * sigma;
    const level = cursorOn(line, peak.start_min);
    const front = sumOver(trace, peak.start_min, to, (time, signal) => signal - level(time));
    const blur = (noise * (to - peak.start_min)) / 2;
    if (to <= peak.start_min || front - blur < 0.002 * areaOf(peaks)) return [];
    return [
      {
        code: 'overlap',
        text: `${named(judged, peak)} stands on something broad that begins at ${at(peak.start_min)}; whether it belongs to the peak cannot be told from this trace.`,
      },
    ];
  });
}

/** Warns of area beside the largest peak that belongs to no peak. */
function areaLost(judged: Judged): TraceWarning[] {
  const { trace, line, peaks, from_min, to_min } = judged;
  const main = peaks.toSorted((one, other) => other.area - one.area)[0];
  if (!main) return [];
  const reach = 20 * deviationOf(main);
  const [from, to] = [
    Math.max(from_min, main.retention_min - reach),
    Math.min(to_min, main.retention_min + reach),
  ];
  const [first, end] = [firstAtOrAfter(trace.minutes, from), firstAtOrAfter(trace.minutes, to)];
  if (end - first < 40) return [];
  const { at: times, value } = evenGrid(
    {
      minutes: Array.from(trace.minutes).slice(first, end),
      signal_mau: Array.from(trace.signal_mau).slice(first, end),
    },
    Math.min(160, end - first),
  );
  const hull = lowerHull(times, value);
  const string = {
    minutes: hull.map((index) => times[index] ?? 0),
    mau: hull.map((index) => value[index] ?? 0),
  };
  let lost = 0;
  times.forEach((time, index) => {
    const isInPeak = peaks.some(({ start_min, end_min }) => start_min <= time && time <= end_min);
    const seen = isInPeak ? Math.min(value[index] ?? 0, heightAt(line, time)) : (value[index] ?? 0);
    lost += seen - heightAt(string, time);
  });
  lost *= (to - from) / times.length;
  const percent = (100 * lost) / areaOf(peaks);
  if (percent < LOST_PERCENT) return [];
  return [
    {
      code: 'area_lost',
      text: `Around ${named(judged, main)} signal worth ${percent.toFixed(1)} % of the area lies under the baseline or beside the peaks; look whether a broad peak is missing.`,
    },
  ];
}

/** Looks for very broad peaks after taking out all known ones. */
function missed(judged: Judged): TraceWarning[] {
  const { trace, line, peaks, expected, from_min, to_min } = judged;
  const level = cursorOn(line, from_min);
  const isInPeak = (time: number) =>
    peaks.some(({ start_min, end_min }) => start_min <= time && time <= end_min);
  const minutes = Array.from(trace.minutes);
  const rest = minutes.map((time, index) => {
    const height = level(time);
    return isInPeak(time) ? height : (trace.signal_mau[index] ?? 0);
  });
  const remainder = { minutes, signal_mau: rest };
  const left = integrate(remainder, { from_min, to_min, threshold_percent: 0 });
  const least = (Math.max(MISSED_PERCENT, judged.threshold_percent) / 100) * areaOf(peaks);
  const found = left.peaks.filter(({ area, retention_min: top, start_min, end_min, height_mau: height }) => {
    const rise = signalAt(remainder, end_min) - signalAt(remainder, start_min);
    const isKnown = expected.some((peak) => peak.start_min <= top && top <= peak.end_min);
    // If the signal does not come back to its first level, it is a gradient of the solvent.
    return !isKnown && area > least && Math.abs(rise) < height;
  });
  if (found.length === 0) return [];
  const largest = found.toSorted((one, other) => other.area - one.area);
  const times = largest.slice(0, 5).map(({ retention_min: top }) => at(top));
  const percent = ((100 * areaOf(found)) / areaOf(peaks)).toFixed(2);
  return [
    {
      code: 'area_lost',
      text: `What may be small or broad peaks (${times.join(', ')}), worth ${percent} % of the area, is in none of the peaks; integrate it or say why not.`,
    },
  ];
}

/** Warns if noise could hide peaks above the reporting limit. */
function lostInNoise({ peaks, least_mau: least, threshold_percent }: Judged): TraceWarning[] {
  const tallest = peaks.reduce((high, { height_mau }) => Math.max(high, height_mau), 0);
  if (least === null || 100 * least < Math.max(LEAST_SEEN_PERCENT, threshold_percent) * tallest) return [];
  return [
    {
      code: 'noise',
      text: `Peaks below ${((100 * least) / tallest).toPrecision(2)} % of the height of the tallest one are lost in the noise; inject more, or average over longer.`,
    },
  ];
}

function leftOut({ peaks, expected }: Judged): TraceWarning[] {
  const missing = expected.filter(({ retention_min: top }) =>
    peaks.every(({ start_min, end_min }) => top < start_min || top > end_min),
  );
  if (missing.length === 0) return [];
  const percent = (100 * areaOf(missing)) / (areaOf(missing) + areaOf(peaks));
  const times = missing.map(({ retention_min }) => at(retention_min)).join(', ');
  return [
    {
      code: 'area_lost',
      text: `${percent.toFixed(2)} % of the area stands out of the signal and is in none of the peaks (${times}); integrate it or say why not.`,
    },
  ];
}
