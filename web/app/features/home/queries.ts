import { queryOptions } from '@tanstack/react-query';
import { type ApiClient, api } from '../../lib/api';
import { read } from '../../lib/client';
import { tracePath } from '../../ui/trace';

const newest = { onlyPublic: 'true', page: '1', limit: '12' };

/** A card of the discoveries strip. `id` is absent on a made-up sample. */
export interface Discovery {
  id: string | null;
  title: string;
  testType: string;
  manufacturer: string;
  batch: string;
  taskNumber: string;
}

/** The newest published public results. */
export function discoveriesQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['discoveries'],
    queryFn: async ({ signal }): Promise<Discovery[]> => {
      const { data } = await read(client.tests.$get({ query: newest }, { init: { signal } }));
      return data.flatMap((test) =>
        test.result
          ? [
              {
                id: test.request_id,
                title: test.result.title,
                testType: test.sku_name,
                manufacturer: test.manufacturer ?? 'Unknown',
                batch: test.batch_code ?? String(test.task_number),
                taskNumber: String(test.task_number),
              },
            ]
          : [],
      );
    },
  });
}

export interface HeroTrace {
  id: string;
  title: string;
  taskNumber: number;
  purity: number | null;
  retention: number | null;
  wavelength: number | null;
  path: string;
  ticks: { x: number; minutes: number }[];
}

export const heroWidth = 1000;
export const heroHeight = 420;

/** The newest public chromatogram, already drawn: the page needs the path, not the thousands of points. */
export function heroTraceQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['hero-trace'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<HeroTrace | null> => {
      const list = await read(client.tests.$get({ query: newest }, { init: { signal } }));
      for (const { request_id: id } of list.data.filter((test) => test.result).slice(0, 3)) {
        const { data: test } = await read(client.tests[':id'].$get({ param: { id } }, { init: { signal } }));
        const trace = test.result?.chromatogram;
        if (!test.result || !trace) continue;
        const main = trace.main_peak === null ? undefined : trace.peaks[trace.main_peak];
        return {
          id,
          title: test.result.title,
          taskNumber: test.task_number,
          purity: trace.purity_percent,
          retention: main?.retention_min ?? null,
          wavelength: trace.wavelength_nm,
          ...tracePath({ minutes: trace.minutes, signal: trace.signal_mau }, heroWidth, heroHeight, 320),
        };
      }
      return null;
    },
  });
}
