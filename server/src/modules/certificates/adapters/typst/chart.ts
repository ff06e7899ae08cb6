import type { UncountedPeak } from '@vialproof/contract/reporting';
import type { Chromatogram } from '@vialproof/contract/results';
import { windowOf } from '@vialproof/science/chromatography/counted-peaks';

/** A place on the page in points (1/72 inch) from the top. */
type Place = [x: number, y: number];
type Tick = { at: number; label: string };
type Frame = { width: number; height: number };
type Range = { x: [from: number, to: number]; y: [from: number, to: number] };

/** The axes with their labels. */
type Axes = Frame & {
  xTicks: Tick[];
  yTicks: Tick[];
  labels: { at: Place; text: string; quiet?: true }[];
  note: string;
};
/** `trace` is a picture as large as the frame. */
type Plot = { axes: Axes; trace: string };
export type Chart = { main: Plot; detail: Plot | null };

/** The parts of a chromatogram that are drawn. */
export type ChartSource = Pick<
  Chromatogram,
  'minutes' | 'signal_mau' | 'peaks' | 'main_peak' | 'uncounted' | 'window'
>;

const MAIN: Frame = { width: 446, height: 114 };
const DETAIL: Frame = { width: 446, height: 76 };
const ACCENT = '#006465';
const COUNTED = '#cfe2e2';
const UNCOUNTED = '#c4c9ca';
/** Labels that are closer than this would cover each other. */
const LABEL_ROOM = 20;
/** A signal outside the window is cut off if it is more than this many times as high as the window's tallest peak. */
const MOST_ABOVE = 3;
const CUT_ABOVE = 1.5;
const CUT_BELOW = 0.5;
/** How high the label of a cut signal is, as a part of the frame. */
const CUT_ROOM = 0.12;

/**
 * Lays out a chromatogram: the whole chromatogram, and below it the lowest 2 to 5 %, which shows small peaks. Uncounted
 * peaks are grey.
 */
export function layOutChart(source: ChartSource): Chart {
  const { minutes, peaks } = source;
  const x0: Range['x'] = [minutes[0] ?? 0, minutes.at(-1) ?? 1];
  const [low, high] = heightsOf(source, x0);
  const whole: Range = { x: x0, y: [low - 0.02 * (high - low), high + 0.16 * (high - low)] };
  const main = plot(source, whole, MAIN, 5);
  const top = peaks[source.main_peak ?? -1];
  const [x, y] = scales(whole, MAIN);
  if (top) {
    main.axes.labels.push({
      at: [x(top.retention_min), y(crestOf(source, top))],
      text: `${top.retention_min.toFixed(2)} min`,
    });
  }
  main.axes.labels.push(...labelsOf(source, whole, MAIN, main.axes.labels));
  return { main, detail: layOutDetail(source, whole) };
}

/** The lowest and highest drawn signal. */
function heightsOf(source: ChartSource, x: Range['x']): [low: number, high: number] {
  const { minutes, signal_mau: signal } = source;
  const { from, to } = integratedRange(source, x);
  const inside = signal.filter((_, place) => (minutes[place] ?? 0) >= from && (minutes[place] ?? 0) <= to);
  const tallest = Math.max(0, ...inside);
  const [low, high] = [Math.min(0, ...signal), Math.max(1e-6, ...signal)];
  if (tallest === 0 || high - low <= MOST_ABOVE * tallest) return [low, high];
  return [Math.max(low, Math.min(-CUT_BELOW * tallest, ...inside)), Math.min(high, CUT_ABOVE * tallest)];
}

function layOutDetail(source: ChartSource, whole: Range): Plot | null {
  const { peaks, uncounted = [] } = source;
  const height = Math.max(0, ...peaks.map((peak) => peak.height_mau));
  if (height === 0) return null;
  const { from, to } = integratedRange(source, whole.x);
  const isIn = (time: number) => time >= from && time <= to;
  const inside = source.signal_mau.filter((_, place) => isIn(source.minutes[place] ?? 0));
  const between = source.signal_mau.filter((_, place) => {
    const time = source.minutes[place] ?? 0;
    return (
      isIn(time) &&
      [...peaks, ...uncounted].every(({ start_min, end_min }) => time < start_min || time > end_min)
    );
  });
  const floor = Math.min(...inside);
  const drift = Math.min(0.3 * height, Math.max(floor, ...between) - floor);
  const others = [...peaks.filter((_, place) => place !== source.main_peak), ...uncounted.filter(isInside)];
  const tallest = Math.max(0, ...others.map((peak) => peak.height_mau));
  const span = drift + Math.min(0.05, Math.max(0.02, (1.8 * tallest) / height)) * height;
  const range: Range = { x: whole.x, y: [floor - 0.08 * span, floor + span] };
  const drawn = plot(source, range, DETAIL, 3);
  drawn.axes.labels = labelsOf(source, range, DETAIL, []);
  const perPoint = ({ y: [bottom, top] }: Range, frame: Frame) => (top - bottom) / frame.height;
  drawn.axes.note = `enlarged × ${Math.round(perPoint(whole, MAIN) / perPoint(range, DETAIL))}`;
  return drawn;
}

const isInside = ({ why }: Pick<UncountedPeak, 'why'>) => why !== 'outside_window';

/** The times whose peaks count: the window, and the full width of peaks at its edges. */
function integratedRange(
  { peaks, uncounted = [], window, ...trace }: ChartSource,
  [first, last]: Range['x'],
): { from: number; to: number } {
  const { from, to } = window ?? windowOf(trace, null);
  const all = [...peaks, ...uncounted.filter(isInside)];
  return {
    from: Math.max(first, Math.min(from, ...all.map((peak) => peak.start_min))),
    to: Math.min(last, Math.max(to, ...all.map((peak) => peak.end_min))),
  };
}

/**
 * The labels of peaks: numbers of counted ones, and times of uncounted ones. Of labels that would overlap, the largest
 * peak's stays.
 */
function labelsOf(source: ChartSource, range: Range, frame: Frame, taken: Axes['labels']): Axes['labels'] {
  const [x, y] = scales(range, frame);
  const numbered = source.peaks
    .map((peak, index) => ({ peak, text: String(index + 1), index, quiet: false }))
    .filter(({ index }) => index !== source.main_peak);
  const timed = (source.uncounted ?? []).map((peak) => ({
    peak,
    text: peak.retention_min.toFixed(2),
    quiet: true,
  }));
  const labels: Axes['labels'] = [];
  for (const { peak, text, quiet } of [...numbered, ...timed].toSorted((a, b) => b.peak.area - a.peak.area)) {
    const isCut = frame === MAIN && crestOf(source, peak) > range.y[1];
    const crest = isCut ? range.y[1] - CUT_ROOM * (range.y[1] - range.y[0]) : crestOf(source, peak);
    const isSeen = crest <= range.y[1] && peak.height_mau > 0.025 * (range.y[1] - range.y[0]);
    const at: Place = [x(peak.retention_min), y(crest)];
    const room = quiet ? LABEL_ROOM : LABEL_ROOM / 3;
    const isCovered = [...taken, ...labels].some((other) => Math.abs(other.at[0] - at[0]) < room);
    if (isSeen && !isCovered) labels.push({ at, text, ...(quiet && { quiet }) });
  }
  return labels;
}

const crestOf = (source: ChartSource, peak: Limits) =>
  Math.max(Number.NEGATIVE_INFINITY, ...stretch(source, peak).map(([, signal]) => signal));

type Limits = { start_min: number; end_min: number };

function stretch({ minutes, signal_mau: signal }: ChartSource, { start_min, end_min }: Limits): Place[] {
  return minutes.flatMap((time, place) =>
    time >= start_min && time <= end_min ? [[time, signal[place] ?? 0] satisfies Place] : [],
  );
}

function plot(source: ChartSource, range: Range, frame: Frame, yTickCount: number): Plot {
  const [x, y] = scales(range, frame);
  const lineThrough = (places: Place[]) =>
    places
      .map(([time, signal]) => {
        // Points far outside the frame are moved closer, without a change of the drawn line's direction.
        const height = Math.min(frame.height + 40, Math.max(-40, y(signal)));
        return `${x(time)} ${Math.round(height * 100) / 100}`;
      })
      .join('L');
  const areaOf = (peak: Limits) => {
    const line = lineThrough(stretch(source, peak));
    return line === '' ? [] : [`M${line}Z`];
  };
  const filled = (peaks: readonly Limits[], colour: string) =>
    peaks.length === 0 ? '' : `<path d="${peaks.flatMap(areaOf).join('')}" fill="${colour}"/>`;
  const whole = lineThrough(stretch(source, { start_min: range.x[0], end_min: range.x[1] }));
  const stroke = frame === MAIN ? 0.7 : 0.55;
  return {
    axes: {
      ...frame,
      xTicks: ticks(range.x, 8).map((value) => ({ at: x(value), label: label(value) })),
      yTicks: ticks(range.y, yTickCount).map((value) => ({ at: y(value), label: label(value) })),
      labels: [],
      note: '',
    },
    trace: [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}">`,
      filled(source.peaks, COUNTED),
      filled(source.uncounted ?? [], UNCOUNTED),
      `<path d="M${whole}" fill="none" stroke="${ACCENT}" stroke-width="${stroke}" stroke-linejoin="round"/>`,
      '</svg>',
    ].join(''),
  };
}

function scales(range: Range, frame: Frame): [x: (time: number) => number, y: (signal: number) => number] {
  const scale = (value: number, [from, to]: [number, number], length: number) =>
    Math.round(((value - from) / (to - from)) * length * 100) / 100;
  return [
    (time) => scale(time, range.x, frame.width),
    (signal) => Math.round((frame.height - scale(signal, range.y, frame.height)) * 100) / 100,
  ];
}

/** About `count` round numbers in the range. */
export function ticks([from, to]: [number, number], count: number): number[] {
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
