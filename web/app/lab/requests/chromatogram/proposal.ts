import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak } from '@vialproof/contract/results';
import { baselineUnder } from '@vialproof/science/chromatography/baseline-lines';
import { measurePeaks } from '@vialproof/science/chromatography/peak-limits';
import { peakLines } from './peak-lines';
import type { TracePoints } from './points';
import type { ProposalLayer } from './proposal-paint';

/** The proposal, as it is drawn and measured on the whole trace. */
export interface MeasuredProposal {
  layer: ProposalLayer;
  peaks: Peak[];
}

export function measureProposal(points: TracePoints, proposal: Integration): MeasuredProposal {
  const { trace } = points;
  const { limits } = proposal;
  const baseline = baselineUnder(trace, proposal, { ...points, rollingBall: () => points.rollingBall });
  return {
    layer: { limits, baseline, lines: peakLines(trace, baseline, limits) },
    peaks: measurePeaks(trace, baseline, limits),
  };
}

/**
 * A present peak beside the proposed peaks that lie in it, as shares of the area in %. Null if one side has no peak.
 */
export interface ComparedPeak {
  minutes: number;
  /** The index of the peak among the present peaks. */
  place: number | null;
  set: number | null;
  proposed: number | null;
  /** How many proposed peaks lie in this peak. */
  count: number;
}

/** Each present peak with the sum of the proposed peaks whose tops lie in it. The remaining proposed peaks follow. */
export function compareWithProposal(set: readonly Peak[], proposed: readonly Peak[]): ComparedPeak[] {
  const isIn = ({ start_min, end_min }: Peak, time: number) => start_min <= time && time <= end_min;
  const free = new Set(proposed);
  const rows = set.map((peak, place): ComparedPeak => {
    const inside = [...free].filter(({ retention_min }) => isIn(peak, retention_min));
    for (const found of inside) free.delete(found);
    const sum = inside.reduce((total, { area_percent }) => total + area_percent, 0);
    return {
      minutes: peak.retention_min,
      place,
      set: peak.area_percent,
      proposed: inside.length > 0 ? sum : null,
      count: inside.length,
    };
  });
  const left = [...free].map(
    ({ retention_min, area_percent }): ComparedPeak => ({
      minutes: retention_min,
      place: null,
      set: null,
      proposed: area_percent,
      count: 1,
    }),
  );
  return [...rows, ...left].toSorted((one, other) => one.minutes - other.minutes);
}
