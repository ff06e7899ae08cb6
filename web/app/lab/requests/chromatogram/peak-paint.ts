import { heightAt, type Line, type PeakLimits, signalAt } from '@vialproof/contract/baselines';
import type { Points } from '@vialproof/contract/trace';
import type uPlot from 'uplot';

/** What is painted over the trace; read at each drawing. */
export interface Painted {
  trace: Points;
  baseline: Line;
  /** Whether the baseline goes on between the peaks. */
  isWhole: boolean;
  limits: readonly PeakLimits[];
  mainPeak: number | null;
  selected: number | null;
}

export interface Colours {
  main: string;
  other: string;
  ink: string;
  soft: string;
}

/** A baseline is drawn through so many points within a peak: it bends little. */
const BASELINE_STEPS = 24;
const WHOLE_STEPS = 160;
const LABEL_ROOM = 18;

/** Shades each peak between trace and baseline, draws the baseline, and numbers the peaks. */
export function peakPainter(read: () => Painted, colours: Colours): uPlot.Plugin {
  return {
    hooks: {
      drawAxes: (plot) => inside(plot, (ctx) => shade(plot, ctx, read(), colours)),
      draw: (plot) =>
        inside(plot, (ctx) => {
          baselines(plot, ctx, read(), colours);
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

/** Where values lie on the canvas; far quicker than asking uPlot for each. */
function placesOf(plot: uPlot) {
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

function shade(plot: uPlot, ctx: CanvasRenderingContext2D, painted: Painted, colours: Colours): void {
  const { x0, x1, x, y } = placesOf(plot);
  const [times = [], signals = []] = plot.data;
  let index = 0;
  for (const { limit, peak } of visible(painted, x0, x1)) {
    const { start_min: start, end_min: end } = limit;
    ctx.beginPath();
    ctx.moveTo(x(start), y(heightAt(painted.baseline, start)));
    ctx.lineTo(x(start), y(signalAt(painted.trace, start)));
    while (index < times.length && (times[index] ?? 0) < start) index += 1;
    for (; index < times.length && (times[index] ?? 0) <= end; index += 1) {
      ctx.lineTo(x(times[index] ?? 0), y(signals[index] ?? 0));
    }
    ctx.lineTo(x(end), y(signalAt(painted.trace, end)));
    for (let step = BASELINE_STEPS; step >= 0; step -= 1) {
      const time = start + ((end - start) * step) / BASELINE_STEPS;
      ctx.lineTo(x(time), y(heightAt(painted.baseline, time)));
    }
    ctx.closePath();
    ctx.globalAlpha = peak === painted.selected ? 0.5 : 0.22;
    ctx.fillStyle = peak === painted.mainPeak ? colours.main : colours.other;
    ctx.fill();
  }
}

function baselines(plot: uPlot, ctx: CanvasRenderingContext2D, painted: Painted, colours: Colours): void {
  const { x0, x1, x, y } = placesOf(plot);
  const along = (from: number, to: number, steps: number) => {
    ctx.beginPath();
    for (let step = 0; step <= steps; step += 1) {
      const time = from + ((to - from) * step) / steps;
      ctx.lineTo(x(time), y(heightAt(painted.baseline, time)));
    }
    ctx.stroke();
  };
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colours.soft;
  const first = painted.baseline.minutes[0];
  if (painted.isWhole && first !== undefined) {
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    along(Math.max(x0, first), x1, WHOLE_STEPS);
    ctx.setLineDash([]);
  }
  ctx.strokeStyle = colours.ink;
  for (const { limit } of visible(painted, x0, x1)) {
    along(limit.start_min, limit.end_min, BASELINE_STEPS);
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
