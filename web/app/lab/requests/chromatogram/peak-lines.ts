import { cursorOn, type Line, skimLine } from '@vialproof/science/chromatography/baseline-lines';
import type { Points } from '@vialproof/science/chromatography/trace';
import type { PeakLimits } from '@vialproof/science/chromatography/types';

/**
 * The baseline below a peak. For a small peak on the slope of a large one, it names the large one: that peak gets the
 * area below the line.
 */
export interface PeakLine {
  line: Line;
  parent?: number;
}

/** How many points a baseline has within a peak. A straight line needs few, a curve needs more. */
const STEPS = 24;
const SKIM_STEPS = 96;

/** The baseline below each peak, from its start to its end. */
export function peakLines(trace: Points, baseline: Line, limits: readonly PeakLimits[]): PeakLine[] {
  return limits.map((limit, place) => {
    const skim = limit.baseline === 'tangent' ? skimLine(trace, baseline, limits, place) : null;
    if (!skim) return { line: along(baseline, limit, STEPS) };
    return { line: along(skim.line, limit, SKIM_STEPS), parent: skim.parent };
  });
}

function along(line: Line, { start_min: start, end_min: end }: PeakLimits, steps: number): Line {
  const level = cursorOn(line, start);
  const minutes = Array.from({ length: steps + 1 }, (_, step) => start + ((end - start) * step) / steps);
  return { minutes, mau: minutes.map(level) };
}
