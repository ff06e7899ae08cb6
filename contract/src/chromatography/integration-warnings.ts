import { cursorOn, groupsOf, heightAt, lowerHull } from '../baselines.ts';
import type { TraceWarning } from '../chromatograms.ts';
import { firstAtOrAfter } from '../trace.ts';
import { baselineWarnings } from './baseline-warnings.ts';
import { evenGrid, noiseOf } from './even-grid.ts';
import { areaOf, at, deviationOf, type Judged, named, sumOver } from './judged.ts';

/** What an integration shows of its own failure, each in one sentence. */
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
    ...baselineWarnings(judged, noise),
  ];
}

const FEWEST_POINTS = 5;
/** Of the whole area, what may stand beside the peaks unnoticed: the slow bend of a gradient's baseline does. */
const LOST_PERCENT = 1;
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

/** A Gaussian is within a share s of its height for 1.2 √s of its width at half height; a cut top for longer. */
function saturated(judged: Judged, noise: number): TraceWarning[] {
  const { trace, line, peaks } = judged;
  const { minutes, signal_mau: signal } = trace;
  return peaks.flatMap((peak) => {
    const { height_mau: height, width_half_min: width } = peak;
    const share = Math.max(0.001, (4 * noise) / height);
    // What is skimmed off has no top that was measured.
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
  const { peaks, shoulders } = judged;
  const poor = peaks.flatMap((peak, place): TraceWarning[] => {
    const before = peaks[place - 1];
    if (!before || groupsOf([before, peak]).length > 1) return [];
    if ((peak.resolution ?? 0) >= 1) return [];
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

/** Something broad under a peak widens its foot on both sides; a tail only the one behind it. */
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

/** Area above a string drawn tight below the signal around the largest peak that is in none of the peaks. */
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
