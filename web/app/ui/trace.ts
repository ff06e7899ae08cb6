import type { Chromatogram } from '@vialproof/contract/results';
import { columnExtremes, type Point, straightened } from '@vialproof/science/chromatography/drawn-line';

/** A peak. `start` and `end` (minutes) are the borders of its area. */
export interface TracePeak {
  minutes: number;
  label: string;
  start?: number;
  end?: number;
}

/** A chromatogram: minutes and signal, equally many of both, and its peaks. */
export interface Trace {
  minutes: readonly number[];
  signal: readonly number[];
  /** Unit of the signal; default mAU. */
  unit?: string;
  peaks?: readonly TracePeak[];
  /** Peaks that are not counted, drawn grey. */
  uncounted?: readonly { start_min: number; end_min: number }[] | undefined;
}

/** A stored chromatogram, ready to draw. Each peak is at the time of its top. */
export function chromatogramTrace({
  minutes,
  signal_mau: signal,
  signal_unit,
  peaks,
  uncounted,
}: Chromatogram): Trace {
  return {
    minutes,
    signal,
    unit: signal_unit ?? 'mAU',
    uncounted,
    peaks: peaks.map((peak) => ({
      minutes: peak.retention_min,
      label: peak.retention_min.toFixed(2),
      start: peak.start_min,
      end: peak.end_min,
    })),
  };
}

/** A round step (1, 2 or 5 times a power of ten) for about `count` marks over `span`. */
function tickStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const digit = rough / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/** How far the drawn line may be from the measured one, in units of the drawing. */
const tolerance = 0.4;

/**
 * The chromatogram as an SVG path, and the areas of peaks that are not counted. Each column has at most two points, the
 * lowest and the highest, so that no peak is lost. y grows downwards.
 */
export function tracePath(
  { minutes, signal, uncounted = [] }: Trace,
  width: number,
  height: number,
  columns = 500,
): { path: string; areas: string; ticks: { x: number; minutes: number }[] } {
  const first = minutes[0];
  const last = minutes.at(-1);
  if (first === undefined || last === undefined || last <= first) return { path: '', areas: '', ticks: [] };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of signal) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const x = (minute: number) => ((minute - first) / (last - first)) * width;
  const y = (value: number) => height - 6 - ((value - low) / (high - low || 1)) * (height - 16);
  const points = columnExtremes(signal, columns).map(
    (place): Point => [x(minutes[place] ?? 0), y(signal[place] ?? 0)],
  );
  const step = tickStep(last - first, 8);
  const ticks: { x: number; minutes: number }[] = [];
  for (let tick = Math.ceil(first / step) * step; tick <= last; tick += step) {
    ticks.push({ x: x(tick), minutes: Number(tick.toFixed(6)) });
  }
  const drawn = (line: Point[]) =>
    `M${straightened(line, tolerance)
      .map((point) => point.map((place) => place.toFixed(1)).join(' '))
      .join('L')}`;
  const areas = uncounted.map(({ start_min, end_min }) =>
    drawn(points.filter(([at]) => at >= x(start_min) && at <= x(end_min))),
  );
  return { path: drawn(points), areas: areas.join(''), ticks };
}
