import { heightAt, type Line, signalAt } from '@vialproof/science/chromatography/baseline-lines';
import type { Points } from '@vialproof/science/chromatography/trace';
import type { PeakLimits } from '@vialproof/science/chromatography/types';
import type { PeakLine } from './peak-lines';
import type { Places } from './peak-paint';

/** The automatic peaks, which are drawn over the user's peaks. */
export interface ProposalLayer {
  limits: readonly PeakLimits[];
  baseline: Line;
  lines: PeakLine[];
}

/** Draws start, end and baseline of the automatic peaks as thin dashed lines. */
export function paintProposal(
  { x0, x1, x, y }: Places,
  ctx: CanvasRenderingContext2D,
  { trace, proposal }: { trace: Points; proposal: ProposalLayer | null },
  colour: string,
): void {
  if (!proposal) return;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colour;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  proposal.limits.forEach(({ start_min, end_min }, peak) => {
    if (end_min < x0 || start_min > x1) return;
    ctx.beginPath();
    const { line } = proposal.lines[peak] ?? { line: proposal.baseline };
    for (let place = 0; place < line.minutes.length; place += 1) {
      ctx.lineTo(x(line.minutes[place] ?? 0), y(line.mau[place] ?? 0));
    }
    for (const edge of [start_min, end_min]) {
      ctx.moveTo(x(edge), y(heightAt(proposal.baseline, edge)) + 8 * devicePixelRatio);
      ctx.lineTo(x(edge), y(signalAt(trace, edge)) - 14 * devicePixelRatio);
    }
    ctx.stroke();
  });
  ctx.restore();
}
