import { queryOptions } from '@tanstack/react-query';
import type { Result } from '@vialproof/contract/results';
import type { ListedTest } from '@vialproof/contract/tests';
import { parseResponse } from 'hono/client';
import { type ApiClient, api } from '../../lib/api';
import { type Trace, tracePath } from '../../ui/trace';
import type { JudgedLine } from '../../ui/verdict';

/** A card with a result on the home page. An invented sample has no `id`. */
export interface Discovery {
  id: string | null;
  title: string;
  testType: string;
  manufacturer: string;
  batch: string;
  taskNumber: string;
  /** Whether the owner has paid for this place. */
  isPaid: boolean;
}

function cardOf(test: ListedTest, isPaid: boolean): Discovery[] {
  if (!test.result) return [];
  return [
    {
      id: test.request_id,
      title: test.result.title,
      testType: test.sku_name,
      manufacturer: test.manufacturer ?? 'Unknown',
      batch: test.batch_code ?? String(test.task_number),
      taskNumber: String(test.task_number),
      isPaid,
    },
  ];
}

/** Puts paid cards at the places three, six and so on. The other cards keep their order. */
export function placed(newest: Discovery[], paid: Discovery[]): Discovery[] {
  const rest = [...paid];
  const mixed = newest.flatMap((card, place) => (place % 2 === 1 ? [card, ...rest.splice(0, 1)] : [card]));
  return [...mixed, ...rest];
}

/** The newest public results, and those whose owners have paid for a place. */
export function discoveriesQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['discoveries'],
    queryFn: async ({ signal }): Promise<Discovery[]> => {
      const { data } = await parseResponse(client.discoveries.$get({}, { init: { signal } }));
      return placed(
        data.results.flatMap((test) => cardOf(test, false)),
        data.showcased.flatMap((test) => cardOf(test, true)),
      );
    },
  });
}

export interface HeroTrace {
  id: string;
  title: string;
  taskNumber: number;
  purity: Result['purity'];
  retention: number | null;
  judged: JudgedLine[];
  path: string;
  ticks: { x: number; minutes: number }[];
}

export const heroWidth = 1000;
export const heroHeight = 420;
/** Where the main peak is drawn, from left (0) to right (1): between the headline and the facts. */
export const peakPlace = 0.62;

/** The longest part of a chromatogram in which the time `retention` (minutes) is at the place `peakPlace`. */
export function aroundPeak(trace: Trace, retention: number | null): Trace {
  const first = trace.minutes[0];
  const last = trace.minutes.at(-1);
  if (retention === null || first === undefined || last === undefined) return trace;
  const span = Math.min((retention - first) / peakPlace, (last - retention) / (1 - peakPlace));
  if (span <= 0) return trace;
  const start = trace.minutes.findIndex((minute) => minute >= retention - peakPlace * span - 1e-9);
  const end = trace.minutes.findLastIndex((minute) => minute <= retention + (1 - peakPlace) * span + 1e-9);
  return { minutes: trace.minutes.slice(start, end + 1), signal: trace.signal.slice(start, end + 1) };
}

/** The newest public chromatogram as a drawing, because the page does not need its thousands of points. */
export function heroTraceQuery(client: ApiClient = api) {
  return queryOptions({
    queryKey: ['hero-trace'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<HeroTrace | null> => {
      const { data: test } = await parseResponse(client.tests['newest-trace'].$get({}, { init: { signal } }));
      const trace = test?.result?.chromatogram;
      if (!test?.result || !trace) return null;
      const main = trace.main_peak === null ? undefined : trace.peaks[trace.main_peak];
      const retention = main?.retention_min ?? null;
      const shown = aroundPeak({ minutes: trace.minutes, signal: trace.signal_mau }, retention);
      return {
        id: test.request_id,
        title: test.result.title,
        taskNumber: test.task_number,
        purity: test.result.purity,
        retention,
        judged: test.result.measurements.map(({ analyte, verdict, decision, override }) => ({
          analyte,
          verdict,
          ...(decision && { decision }),
          ...(override && { override }),
        })),
        ...tracePath(shown, heroWidth, heroHeight, 700),
      };
    },
  });
}
