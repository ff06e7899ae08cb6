import { HydrationBoundary } from '@tanstack/react-query';
import type { PublicTest } from '@vialproof/contract/tests';
import { data } from 'react-router';
import { testQuery } from '../features/tests/queries';
import { TestDetail } from '../features/tests/test-detail';
import { pageMeta } from '../lib/page-meta';
import { ApiProblem } from '../lib/problem';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import type { Route } from './+types/test';

function prefetch(id: string): Prefetch {
  return (queries, api) => [queries.prefetchQuery(testQuery(id, api))];
}

/** The loaded test out of the packed cache, for title and status: undefined when missing or not loaded. */
function loadedTest(state: Awaited<ReturnType<typeof loadOnServer>>['state']): PublicTest | undefined {
  return state?.queries.find((query) => query.queryKey[0] === 'test')?.state.data as PublicTest | undefined;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  let missing = false;
  const page = await loadOnServer(context, (queries, api) => [
    queries.fetchQuery(testQuery(params.id, api)).catch((error: unknown) => {
      missing = error instanceof ApiProblem && error.status < 500;
    }),
  ]);
  return data(page, { status: missing ? 404 : 200 });
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return loadInBrowser(prefetch(params.id));
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const test = loadedTest(loaderData?.state ?? null);
  const path = `/tests/${params.id}`;
  if (!test) return pageMeta(matches, { title: 'Test', path });
  const shown = test.result;
  return pageMeta(matches, {
    title: shown
      ? `${shown.title}, task #${test.task_number}`
      : `${test.sku_name}, task #${test.task_number}`,
    description: shown
      ? `${shown.summary} ${test.manufacturer ? `Maker: ${test.manufacturer}. ` : ''}Task #${test.task_number}.`
      : `${test.sku_name}: laboratory test, task #${test.task_number}.`,
    path,
    noindex: !shown,
  });
}

export default function Test({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.state}>
      <TestDetail id={params.id} />
    </HydrationBoundary>
  );
}
