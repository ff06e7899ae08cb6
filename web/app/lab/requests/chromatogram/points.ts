import { queryOptions } from '@tanstack/react-query';
import type { Line } from '@vialproof/contract/baselines';
import { unpackSeries } from '@vialproof/contract/series';
import type { Points } from '@vialproof/contract/trace';
import { apiFetch } from '../../../lib/transport';
import { labKey } from '../../queries';

/** Every point of a trace, with the baselines that its peaks can be measured from. */
export interface TracePoints {
  trace: Points;
  rollingBall: Line;
  instrument: Line;
}

const address = (id: string, what: string, revision?: number) =>
  `/api/lab/requests/${encodeURIComponent(id)}/chromatogram/${what}${revision ? `?revision=${revision}` : ''}`;

/** `sha256` is the file's: a trace never changes. By default that of the open revision. */
export function pointsQuery(id: string, sha256: string, revision?: number) {
  return queryOptions({
    queryKey: [...labKey, 'points', id, sha256],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<TracePoints> => {
      const answer = await apiFetch(address(id, 'points', revision), { signal });
      const none = new Float64Array();
      const [minutes = none, signal_mau = none, times = none, mau = none, own = none, heights = none] =
        unpackSeries(new Uint8Array(await answer.arrayBuffer()));
      return {
        trace: { minutes, signal_mau },
        rollingBall: { minutes: times, mau },
        instrument: { minutes: own, mau: heights },
      };
    },
  });
}

/** Where the uploaded file can be had again, as it came. */
export const rawAddress = (id: string, revision: number) => address(id, 'raw', revision);
