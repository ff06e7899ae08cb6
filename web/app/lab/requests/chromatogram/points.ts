import { queryOptions } from '@tanstack/react-query';
import type { LabChromatogram } from '@vialproof/contract/chromatograms';
import { unpackSeries } from '@vialproof/contract/series';
import type { Line } from '@vialproof/science/chromatography/baseline-lines';
import type { Points } from '@vialproof/science/chromatography/trace';
import { apiFetch } from '../../../lib/transport';
import { labKey } from '../../queries';
import type { Overlay } from './overlay';

/** All points of a chromatogram, and the baselines that its peaks can have. */
export interface TracePoints {
  trace: Points;
  rollingBall: Line;
  instrument: Line;
  /** The points of the blank run (only solvent). Empty without a blank run. */
  blank: Points;
}

const address = (id: string, what: string, revision?: number) =>
  `/api/lab/requests/${encodeURIComponent(id)}/chromatogram/${what}${revision ? `?revision=${revision}` : ''}`;

/**
 * The points of a chromatogram. Without `revision`: those of the draft. They are cached, because the data of a file
 * never change.
 */
export function pointsQuery(id: string, { sha256, channel, blank }: LabChromatogram, revision?: number) {
  return queryOptions({
    queryKey: [...labKey, 'points', id, sha256, channel, blank && [blank.sha256, blank.subtracted]],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<TracePoints> => {
      const answer = await apiFetch(address(id, 'points', revision), { signal });
      const none = new Float64Array();
      const [
        minutes = none,
        signal_mau = none,
        times = none,
        mau = none,
        own = none,
        heights = none,
        blankTimes = none,
        blankSignal = none,
      ] = unpackSeries(new Uint8Array(await answer.arrayBuffer()));
      return {
        trace: { minutes, signal_mau },
        rollingBall: { minutes: times, mau },
        instrument: { minutes: own, mau: heights },
        blank: { minutes: blankTimes, signal_mau: blankSignal },
      };
    },
  });
}

/** The address of the file as it was uploaded. */
export const rawAddress = (id: string, revision: number) => address(id, 'raw', revision);
export const blankAddress = (id: string, revision: number) => address(id, 'blank', revision);

/** The blank run (only solvent), as a second curve over the chromatogram. */
export function blankOverlay(points: TracePoints, { blank }: LabChromatogram): Overlay | undefined {
  if (!blank || points.blank.minutes.length === 0) return undefined;
  const legend = blank.subtracted
    ? 'Dotted: the blank, which is subtracted from the trace.'
    : 'Dotted: the blank, which is not subtracted.';
  return { points: points.blank, legend };
}
