import { firstAtOrAfter, type Points } from './trace.ts';
import type { Peak } from './types.ts';

/** The noise of a chromatogram, and where it was measured. */
export type Noise = {
  from_min: number;
  to_min: number;
  /** Highest minus lowest value in the window, after the slope is removed (h in the pharmacopoeia USP). */
  peak_to_peak: number;
};

/** The measures of a peak besides its area; null if one cannot be measured. */
export type PeakMeasures = Required<
  Pick<Peak, 'width_half_min' | 'tailing' | 'plates' | 'resolution' | 'signal_to_noise'>
>;

/** The points of a peak above its baseline, between its limits. */
export type Profile = { minutes: number[]; above: number[] };

type Stretch = { from_min: number; to_min: number };
type Measured = Pick<Peak, 'start_min' | 'end_min' | 'height_mau'>;

/** The shortest window for the noise, in widths at half height (USP <621>). */
const NOISE_WIDTHS = 5;
/** With fewer points, the noise is not measured. */
const FEWEST_NOISE_POINTS = 16;

const digits = (value: number) => Number(value.toPrecision(5));

/** The measures of peaks. `noise` is null if no range without a peak was found. */
export function measuresOf(
  peaks: readonly Measured[],
  profiles: readonly Profile[],
  noise: Noise | null,
): PeakMeasures[] {
  const shapes = profiles.map((profile) => shapeOf(profile));
  return peaks.map((peak, place) => {
    const shape = shapes[place];
    const before = shapes[place - 1];
    const width = shape?.width ?? null;
    const height = peak.height_mau;
    return {
      width_half_min: width && digits(width),
      tailing: shape?.tailing ? digits(shape.tailing) : null,
      plates: shape && width ? Math.round(5.54 * (shape.apex / width) ** 2) : null,
      resolution:
        shape && before && width && before.width
          ? digits((1.18 * (shape.apex - before.apex)) / (width + before.width))
          : null,
      signal_to_noise:
        noise && noise.peak_to_peak > 0 && height > 0 ? digits((2 * height) / noise.peak_to_peak) : null,
    };
  });
}

function shapeOf(profile: Profile): { apex: number; width: number | null; tailing: number | null } {
  const { minutes, above } = profile;
  let top = 0;
  for (let index = 1; index < above.length; index++) {
    if ((above[index] ?? 0) > (above[top] ?? 0)) top = index;
  }
  const apex = minutes[top] ?? 0;
  const height = above[top] ?? 0;
  const across = (share: number) => {
    const [start, end] = [
      crossing(profile, top, -1, share * height),
      crossing(profile, top, 1, share * height),
    ];
    return height > 0 && start !== null && end !== null && end > start ? { start, end } : null;
  };
  const half = across(0.5);
  const foot = across(0.05);
  return {
    apex,
    width: half && half.end - half.start,
    tailing: foot && apex > foot.start ? (foot.end - foot.start) / (2 * (apex - foot.start)) : null,
  };
}

/** When the peak has first come down to `level` on one side. Null if it does not. */
function crossing({ minutes, above }: Profile, top: number, step: 1 | -1, level: number): number | null {
  for (let index = top + step; index >= 0 && index < above.length; index += step) {
    const here = above[index] ?? 0;
    if (here > level) continue;
    const inner = above[index - step] ?? 0;
    const [time, innerTime] = [minutes[index] ?? 0, minutes[index - step] ?? 0];
    return time + ((innerTime - time) * (level - here)) / (inner - here);
  }
  return null;
}

/** The noise in a window, without its slope; null with too few points. */
export function noiseIn(
  { minutes, signal_mau: signal }: Points,
  { from_min, to_min }: Stretch,
): Noise | null {
  const [first, end] = [firstAtOrAfter(minutes, from_min), firstAtOrAfter(minutes, to_min)];
  const count = end - first;
  if (count < FEWEST_NOISE_POINTS) return null;
  let [sumTime, sumSignal] = [0, 0];
  for (let index = first; index < end; index++) {
    sumTime += minutes[index] ?? 0;
    sumSignal += signal[index] ?? 0;
  }
  const [time, level] = [sumTime / count, sumSignal / count];
  let [products, squares] = [0, 0];
  for (let index = first; index < end; index++) {
    const away = (minutes[index] ?? 0) - time;
    products += away * ((signal[index] ?? 0) - level);
    squares += away * away;
  }
  const slope = squares > 0 ? products / squares : 0;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = first; index < end; index++) {
    const about = (signal[index] ?? 0) - level - slope * ((minutes[index] ?? 0) - time);
    low = Math.min(low, about);
    high = Math.max(high, about);
  }
  return { from_min, to_min, peak_to_peak: high - low };
}

/** The quietest part without a peak, five times as wide as the tallest peak. Null without such a part. */
export function quietestWindow(
  trace: Points,
  peaks: readonly Measured[],
  profiles: readonly Profile[],
): Noise | null {
  const tallest = peaks.reduce((best, peak, place) => {
    return peak.height_mau > (peaks[best]?.height_mau ?? Number.NEGATIVE_INFINITY) ? place : best;
  }, 0);
  const profile = profiles[tallest];
  const peak = peaks[tallest];
  if (!profile || !peak) return null;
  const width = NOISE_WIDTHS * (shapeOf(profile).width ?? (peak.end_min - peak.start_min) / 4);
  const { minutes } = trace;
  const edges = [minutes[0] ?? 0, ...peaks.flatMap(({ start_min, end_min }) => [start_min, end_min])];
  edges.push(minutes[minutes.length - 1] ?? 0);
  let best: Noise | null = null;
  for (let place = 0; place < edges.length; place += 2) {
    const [start = 0, end = 0] = [edges[place], edges[place + 1]];
    // Each window overlaps the next by half, and at most 200 are looked at.
    const step = Math.max(width / 2, ((minutes[minutes.length - 1] ?? 0) - (minutes[0] ?? 0)) / 200);
    for (let from = start; width > 0 && from + width <= end; from += step) {
      const found = noiseIn(trace, { from_min: from, to_min: from + width });
      if (found && found.peak_to_peak < (best?.peak_to_peak ?? Number.POSITIVE_INFINITY)) best = found;
    }
  }
  return best;
}
