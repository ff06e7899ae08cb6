import type { Integration } from '@vialproof/contract/chromatograms';
import type { Peak } from '@vialproof/contract/results';
import { baselineUnder } from '@vialproof/science/chromatography/baseline-lines';
import { measurePeaks } from '@vialproof/science/chromatography/peak-limits';
import { peakLines } from './peak-lines';
import type { TracePoints } from './points';
import type { ProposalLayer } from './proposal-paint';

/** The automatic peaks with their areas. */
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
 * One peak of the user beside the automatic peaks inside it, as per cent of the whole area. Null if one of the two is
 * missing.
 */
export interface ComparedPeak {
  minutes: number;
  /** The index of the user's peak. */
  place: number | null;
  set: number | null;
  proposed: number | null;
  /** How many automatic peaks lie in it. */
  count: number;
}

/** Each peak of the user with the sum of the automatic peaks inside it. The other automatic peaks follow. */
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
