import { heightAt, type Line, signalAt } from '@vialproof/science/chromatography/baseline-lines';
import type { Points } from '@vialproof/science/chromatography/trace';
import type { PeakLimits } from '@vialproof/science/chromatography/types';
import type uPlot from 'uplot';
import { type PeakLine, peakLines } from './peak-lines';
import { type ProposalLayer, paintProposal } from './proposal-paint';

/** What is painted over the chromatogram at each drawing. */
export interface Painted {
  trace: Points;
  baseline: Line;
  /** Whether the baseline is also drawn between the peaks. */
  isWhole: boolean;
  limits: readonly PeakLimits[];
  mainPeak: number | null;
  selected: number | null;
  proposal: ProposalLayer | null;
}

export interface Colours {
  main: string;
  other: string;
  ink: string;
  soft: string;
}

const WHOLE_STEPS = 160;
const LABEL_ROOM = 18;

/** Colours each peak down to its baseline, draws the baseline, and numbers the peaks. */
export function peakPainter(read: () => Painted, colours: Colours): uPlot.Plugin {
  let known: { of: Painted; lines: PeakLine[] } | undefined;
  const linesOf = (painted: Painted) => {
    const isKnown = known?.of.limits === painted.limits && known.of.baseline === painted.baseline;
    if (!known || !isKnown) {
      known = { of: painted, lines: peakLines(painted.trace, painted.baseline, painted.limits) };
    }
    return known.lines;
  };
  return {
    hooks: {
      drawAxes: (plot) => inside(plot, (ctx) => shade(plot, ctx, read(), linesOf(read()), colours)),
      draw: (plot) =>
        inside(plot, (ctx) => {
          baselines(plot, ctx, read(), linesOf(read()), colours);
          paintProposal(placesOf(plot), ctx, read(), colours.main);
          numbers(plot, ctx, read(), colours);
        }),
    },
  };
}

function inside(plot: uPlot, paint: (ctx: CanvasRenderingContext2D) => void): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  paint(ctx);
  ctx.restore();
}

export interface Places {
  /** The visible part of the time axis (minutes). */
  x0: number;
  x1: number;
  x: (minutes: number) => number;
  y: (signal: number) => number;
}

/** Converts values to pixels of the canvas. uPlot's own function for this is much slower. */
function placesOf(plot: uPlot): Places {
  const { bbox, scales } = plot;
  const { min: x0 = 0, max: x1 = 1 } = scales.x ?? {};
  const { min: y0 = 0, max: y1 = 1 } = scales.y ?? {};
  return {
    x0,
    x1,
    x: (minutes: number) => bbox.left + ((minutes - x0) / (x1 - x0)) * bbox.width,
    y: (signal: number) => bbox.top + bbox.height - ((signal - y0) / (y1 - y0)) * bbox.height,
  };
}

function visible({ limits }: Painted, x0: number, x1: number): { limit: PeakLimits; peak: number }[] {
  return limits
    .map((limit, peak) => ({ limit, peak }))
    .filter(({ limit }) => limit.end_min > x0 && limit.start_min < x1);
}

function shade(
  plot: uPlot,
  ctx: CanvasRenderingContext2D,
  painted: Painted,
  lines: PeakLine[],
  colours: Colours,
): void {
  const { x0, x1, x, y } = placesOf(plot);
  const [times = [], signals = []] = plot.data;
  let index = 0;
  for (const { limit, peak } of visible(painted, x0, x1)) {
    const { start_min: start, end_min: end } = limit;
    const { line, parent } = lines[peak] ?? { line: painted.baseline };
    const fill = (place: number) => {
      ctx.closePath();
      ctx.globalAlpha = place === painted.selected ? 0.5 : 0.22;
      ctx.fillStyle = place === painted.mainPeak ? colours.main : colours.other;
      ctx.fill();
    };
    ctx.beginPath();
    ctx.moveTo(x(start), y(signalAt(painted.trace, start)));
    while (index < times.length && (times[index] ?? 0) < start) index += 1;
    for (; index < times.length && (times[index] ?? 0) <= end; index += 1) {
      ctx.lineTo(x(times[index] ?? 0), y(signals[index] ?? 0));
    }
    ctx.lineTo(x(end), y(signalAt(painted.trace, end)));
    const below = Array.from(line.minutes, (time, place) => [x(time), y(line.mau[place] ?? 0)] as const);
    for (const at of below.toReversed()) ctx.lineTo(...at);
    fill(peak);
    if (parent === undefined) continue;
    // The area below this curve belongs to the large peak, because the small peak is on its slope.
    ctx.beginPath();
    for (const at of below) ctx.lineTo(...at);
    ctx.lineTo(x(end), y(heightAt(painted.baseline, end)));
    ctx.lineTo(x(start), y(heightAt(painted.baseline, start)));
    fill(parent);
  }
}

function baselines(
  plot: uPlot,
  ctx: CanvasRenderingContext2D,
  painted: Painted,
  lines: PeakLine[],
  colours: Colours,
): void {
  const { x0, x1, x, y } = placesOf(plot);
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colours.soft;
  const first = painted.baseline.minutes[0];
  if (painted.isWhole && first !== undefined) {
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    const from = Math.max(x0, first);
    ctx.beginPath();
    for (let step = 0; step <= WHOLE_STEPS; step += 1) {
      const time = from + ((x1 - from) * step) / WHOLE_STEPS;
      ctx.lineTo(x(time), y(heightAt(painted.baseline, time)));
    }
    ctx.stroke();
    ctx.setLineDash([]);
  }
  ctx.strokeStyle = colours.ink;
  for (const { limit, peak } of visible(painted, x0, x1)) {
    const { line } = lines[peak] ?? { line: painted.baseline };
    ctx.beginPath();
    for (let place = 0; place < line.minutes.length; place += 1) {
      ctx.lineTo(x(line.minutes[place] ?? 0), y(line.mau[place] ?? 0));
    }
    ctx.stroke();
    for (const edge of [limit.start_min, limit.end_min]) {
      ctx.beginPath();
      ctx.moveTo(x(edge), y(heightAt(painted.baseline, edge)));
      ctx.lineTo(x(edge), y(signalAt(painted.trace, edge)) - 6 * devicePixelRatio);
      ctx.stroke();
    }
  }
}

function numbers(plot: uPlot, ctx: CanvasRenderingContext2D, painted: Painted, colours: Colours): void {
  const { x0, x1, x, y } = placesOf(plot);
  const [times = [], signals = []] = plot.data;
  const room = LABEL_ROOM * devicePixelRatio;
  const marks = visible(painted, x0, x1).map(({ limit, peak }) => {
    let [top, at] = [Number.NEGATIVE_INFINITY, (limit.start_min + limit.end_min) / 2];
    times.forEach((time, index) => {
      const signal = signals[index] ?? 0;
      if (time >= limit.start_min && time <= limit.end_min && signal > top) [top, at] = [signal, time];
    });
    return { peak, at, top: Number.isFinite(top) ? top : signalAt(painted.trace, at) };
  });
  const rank = ({ peak, top }: { peak: number; top: number }) =>
    peak === painted.selected ? Number.POSITIVE_INFINITY : top;
  const placed: number[] = [];
  ctx.textAlign = 'center';
  for (const mark of marks.toSorted((one, other) => rank(other) - rank(one))) {
    const left = x(mark.at);
    if (placed.some((other) => Math.abs(other - left) < room)) continue;
    placed.push(left);
    const isStrong = mark.peak === painted.selected || mark.peak === painted.mainPeak;
    ctx.font = `${isStrong ? 600 : 400} ${12 * devicePixelRatio}px "Plex Sans", sans-serif`;
    ctx.fillStyle = isStrong ? colours.ink : colours.soft;
    const height = Math.max(y(mark.top) - 8 * devicePixelRatio, plot.bbox.top + 12 * devicePixelRatio);
    ctx.fillText(String(mark.peak + 1), left, height);
  }
}
