import type { PublicTest } from '@vialproof/contract/tests';
import { data } from 'react-router';
import { testQuery } from '../features/tests/queries';
import { TestDetail } from '../features/tests/test-detail';
import { Hydrate } from '../lib/hydrate';
import { pageMeta } from '../lib/page-meta';
import { ApiProblem } from '../lib/problem';
import { currentQueryClient, loadInBrowser, loadOnServer } from '../lib/query-client';
import type { Route } from './+types/test';

/** What title and description say; null when the test is missing or not loaded yet. */
interface Summary {
  title: string;
  description: string;
  published: boolean;
}

function summarize(test: PublicTest | undefined): Summary | null {
  if (!test) return null;
  const { result } = test;
  return {
    title: `${result?.title ?? test.sku_name}, task #${test.task_number}`,
    description: result
      ? `${result.summary} ${test.manufacturer ? `Maker: ${test.manufacturer}. ` : ''}Task #${test.task_number}.`
      : `${test.sku_name}: laboratory test, task #${test.task_number}.`,
    published: result !== null,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  let test: PublicTest | undefined;
  let missing = false;
  const page = await loadOnServer(context, (queries, api) => [
    queries.fetchQuery(testQuery(params.id, api)).then(
      (found) => {
        test = found;
      },
      (error: unknown) => {
        missing = error instanceof ApiProblem && error.status < 500;
      },
    ),
  ]);
  return data({ ...page, summary: summarize(test) }, { status: missing ? 404 : 200 });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const query = testQuery(params.id);
  const page = await loadInBrowser((queries) => [queries.prefetchQuery(query)]);
  return { ...page, summary: summarize(currentQueryClient().getQueryData(query.queryKey)) };
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const summary = loaderData?.summary;
  const path = `/tests/${params.id}`;
  if (!summary) return pageMeta(matches, { title: 'Test', path, noindex: true });
  return pageMeta(matches, { ...summary, path, noindex: !summary.published });
}

export default function Test({ loaderData, params }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <TestDetail id={params.id} />
    </Hydrate>
  );
}
