import type { Chromatogram } from '@vialproof/contract/results';

/** Points of the page, 1/72 inch; y grows downwards, as the page does. */
type Place = [x: number, y: number];
type Tick = { at: number; label: string };
type Frame = { width: number; height: number };
type Range = { x: [from: number, to: number]; y: [from: number, to: number] };

/** One set of axes, its labels, and where an inset stands. */
export type Axes = Frame & {
  xTicks: Tick[];
  yTicks: Tick[];
  labels: { at: Place; text: string }[];
  left: number;
  top: number;
  note: string;
};
/** `trace` is an SVG picture of the frame's size: one path. */
type Plot = { axes: Axes; trace: string };
export type Chart = { main: Plot; inset: Plot | null };

/** What a certificate draws of a chromatogram; its trace is thinned already. */
export type ChartSource = Pick<Chromatogram, 'minutes' | 'signal_mau' | 'peaks' | 'main_peak'>;

const MAIN: Frame = { width: 446, height: 168 };
const INSET_HEIGHT = 96;
const ACCENT = '#006465';

/**
 * Lays a chromatogram out: the whole trace, and an inset over the empty side at 2 to 5 % of full scale, in which
 * impurities show.
 */
export function layOutChart(source: ChartSource): Chart {
  const { minutes, signal_mau: signal, peaks } = source;
  const first = minutes[0] ?? 0;
  const last = minutes.at(-1) ?? 1;
  const low = Math.min(0, ...signal);
  const high = Math.max(1e-6, ...signal);
  const whole: Range = { x: [first, last], y: [low - 0.02 * (high - low), high + 0.12 * (high - low)] };
  const top = peaks[source.main_peak ?? -1];
  const main = plot(source, whole, MAIN, 5);
  if (!top) return { main, inset: null };
  const [x, y] = scales(whole, MAIN);
  main.axes.labels = numbers(source, whole, MAIN);
  main.axes.labels.push({ at: [x(top.retention_min), y(high)], text: `${top.retention_min.toFixed(2)} min` });
  return { main, inset: layOutInset(source, top.retention_min, top.height_mau, x(top.retention_min)) };
}

function layOutInset(source: ChartSource, mainAt: number, height: number, apex: number): Chart['inset'] {
  const { minutes, signal_mau: signal, peaks } = source;
  const others = peaks.filter((_, index) => index !== source.main_peak);
  const clear = 30;
  const onRight = MAIN.width - apex >= apex;
  const room = (onRight ? MAIN.width - apex : apex) - 2 * clear;
  const width = Math.min(0.5 * MAIN.width, room);
  const left = onRight ? MAIN.width - width - 6 : clear;
  if (width < 90 || isBusy(source, left - clear, left + width)) return null;
  // From the first peak with some margin, so that the solvent front does not fill the inset.
  const run = (minutes.at(-1) ?? 0) - (minutes[0] ?? 0);
  const from = Math.max(
    minutes[0] ?? 0,
    Math.min(mainAt, ...others.map((peak) => peak.start_min)) - 0.06 * run,
  );
  const to = Math.min(
    minutes.at(-1) ?? 0,
    Math.max(mainAt, ...others.map((peak) => peak.end_min)) + 0.1 * run,
  );
  const inside = signal.filter((_, index) => (minutes[index] ?? 0) >= from && (minutes[index] ?? 0) <= to);
  const floor = Math.min(...inside);
  const tallest = Math.max(0, ...others.map((peak) => peak.height_mau));
  const share = Math.min(0.05, Math.max(0.02, (1.8 * tallest) / height));
  const range: Range = { x: [from, to], y: [floor - 0.06 * share * height, floor + share * height] };
  const frame = { width, height: INSET_HEIGHT };
  const drawn = plot(source, range, frame, 4);
  drawn.axes.labels = numbers(source, range, frame);
  drawn.axes.left = left;
  drawn.axes.top = 14;
  drawn.axes.note = `scale × ${Math.round(1 / share)}`;
  return drawn;
}

/** Whether the whole trace rises into where the inset would stand: then all that matters shows without one. */
function isBusy({ minutes, signal_mau: signal }: ChartSource, left: number, right: number): boolean {
  const first = minutes[0] ?? 0;
  const perPoint = ((minutes.at(-1) ?? 1) - first) / MAIN.width;
  const low = Math.min(...signal);
  const below = low + 0.2 * (Math.max(...signal) - low);
  return signal.some((value, index) => {
    const time = minutes[index] ?? 0;
    return value > below && time > first + left * perPoint && time < first + right * perPoint;
  });
}

/** The number of each peak but the main one above its crest, where the crest is inside and stands out. */
function numbers(source: ChartSource, range: Range, frame: Frame): Axes['labels'] {
  const [x, y] = scales(range, frame);
  return source.peaks.flatMap((peak, index) => {
    const inside = source.signal_mau.filter((_, place) => {
      const time = source.minutes[place] ?? 0;
      return time >= peak.start_min && time <= peak.end_min;
    });
    const crest = Math.max(Number.NEGATIVE_INFINITY, ...inside);
    const isSeen = crest <= range.y[1] && peak.height_mau > 0.025 * (range.y[1] - range.y[0]);
    if (index === source.main_peak || !isSeen) return [];
    return [{ at: [x(peak.retention_min), y(crest)] satisfies Place, text: String(index + 1) }];
  });
}

function plot(source: ChartSource, range: Range, frame: Frame, yTickCount: number): Plot {
  const [x, y] = scales(range, frame);
  const points: string[] = [];
  source.minutes.forEach((time, index) => {
    if (time < range.x[0] || time > range.x[1]) return;
    // Beyond the frame by a little only: the clipped line keeps its direction, and numbers stay short.
    const height = Math.min(frame.height + 40, Math.max(-40, y(source.signal_mau[index] ?? 0)));
    points.push(`${x(time)} ${Math.round(height * 100) / 100}`);
  });
  return {
    axes: {
      ...frame,
      xTicks: ticks(range.x, 8).map((value) => ({ at: x(value), label: label(value) })),
      yTicks: ticks(range.y, yTickCount).map((value) => ({ at: y(value), label: label(value) })),
      labels: [],
      left: 0,
      top: 0,
      note: '',
    },
    trace: picture(frame, points, frame === MAIN ? 0.7 : 0.55),
  };
}

function picture({ width, height }: Frame, points: string[], stroke: number): string {
  const path = `<path d="M${points.join('L')}" fill="none" stroke="${ACCENT}" stroke-width="${stroke}" stroke-linejoin="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${path}</svg>`;
}

function scales(range: Range, frame: Frame): [x: (time: number) => number, y: (signal: number) => number] {
  const scale = (value: number, [from, to]: [number, number], length: number) =>
    Math.round(((value - from) / (to - from)) * length * 100) / 100;
  return [
    (time) => scale(time, range.x, frame.width),
    (signal) => Math.round((frame.height - scale(signal, range.y, frame.height)) * 100) / 100,
  ];
}

/** Round values (1, 2 or 5 times a power of ten) inside the range, about `count` of them. */
function ticks([from, to]: [number, number], count: number): number[] {
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999) ?? rough;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

function label(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}
