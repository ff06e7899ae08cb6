import { type Points, windowOf } from '@vialproof/science/chromatography/trace';
import type uPlot from 'uplot';

/** A second curve that is drawn over the chromatogram for comparison. */
export interface Overlay {
  points: Points;
  /** The name of the second curve. */
  legend: string;
}

const DASH = [2, 3];

/** Draws the second curve as a thin dotted line. */
export function overlayPainter(read: () => Overlay | undefined, stroke: string): uPlot.Plugin {
  return { hooks: { draw: (plot) => paint(plot, read(), stroke) } };
}

function paint(plot: uPlot, overlay: Overlay | undefined, stroke: string): void {
  const { ctx, bbox, scales } = plot;
  const { min: from = 0, max: to = 0 } = scales.x ?? {};
  if (!overlay) return;
  const { minutes, signal_mau: signal } = windowOf(overlay.points, from, to, bbox.width);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.beginPath();
  minutes.forEach((time, index) => {
    ctx.lineTo(plot.valToPos(time, 'x', true), plot.valToPos(signal[index] ?? 0, 'y', true));
  });
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash(DASH.map((length) => length * devicePixelRatio));
  ctx.strokeStyle = stroke;
  ctx.stroke();
  ctx.restore();
}

export function OverlayLegend({ overlay }: { overlay: Overlay | undefined }) {
  if (!overlay) return null;
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="w-8 shrink-0 border-ink-soft border-t border-dotted" />
      {overlay.legend}
    </span>
  );
}
