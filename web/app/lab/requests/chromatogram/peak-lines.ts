import { cursorOn, type Line, skimLine } from '@vialproof/science/chromatography/baseline-lines';
import type { Points } from '@vialproof/science/chromatography/trace';
import type { PeakLimits } from '@vialproof/science/chromatography/types';

/** The baseline of a peak; for a skimmed peak also the peak that gets the area below its line. */
export interface PeakLine {
  line: Line;
  parent?: number;
}

/** Points per line within a peak: straight lines need few, skimming curves need more. */
const STEPS = 24;
const SKIM_STEPS = 96;

/** The line under each peak, from limit to limit. */
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
