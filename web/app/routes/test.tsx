import type { PublicTest } from '@vialproof/contract/tests';
import { purityWords } from '@vialproof/science/measurement/purity-words';
import { data } from 'react-router';
import { testQuery } from '../features/tests/queries';
import { type Served, TestDetail } from '../features/tests/test-detail';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta, siteConfig } from '../lib/page-meta';
import { currentQueryClient, loadInBrowser, loadWhatCanBe, readState } from '../lib/query-client';
import { resultThings } from '../lib/structured-data';
import type { Route } from './+types/test';

export const handle: PageHandle = { query: [], isKept: true };

/** Title, description and previews. Null while the test is missing. */
interface Summary {
  title: string;
  description: string;
  /** The path of the preview picture. Null without a published result. */
  image: string | null;
}

function summarize(test: PublicTest | undefined): Summary | null {
  if (!test) return null;
  const task = `task #${test.task_number}`;
  const { result } = test;
  if (!result) {
    return {
      title: `${test.sku_name}, ${task}`,
      description: `${test.sku_name}: laboratory test, ${task}.`,
      image: null,
    };
  }
  const subject = test.compound_name ?? result.title;
  const maker = test.manufacturer ?? 'an unknown maker';
  const purity = purityWords(result.purity);
  return {
    title: `${subject} from ${maker}${purity ? `: purity ${purity}` : ''}, ${task}`,
    description: `${result.summary} Batch ${test.batch_code ?? 'not stated'}, ${task}.`,
    image: `/share/${test.request_id}/${result.revision}.png`,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { state, failed, queries } = await loadWhatCanBe(context, (queries, api) => [
    queries.prefetchQuery(testQuery(params.id, api)),
  ]);
  const test = queries.getQueryData(testQuery(params.id).queryKey);
  const served: Served = test ? 'found' : failed ? 'failed' : 'absent';
  const status = { found: 200, absent: 404, failed: 503 }[served];
  return data({ state, summary: summarize(test), served }, { status });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const query = testQuery(params.id);
  const page = await loadInBrowser((queries) => [queries.prefetchQuery(query)]);
  const served: Served = 'found';
  return { ...page, served, summary: summarize(currentQueryClient().getQueryData(query.queryKey)) };
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const summary = loaderData?.summary;
  const path = `/tests/${params.id}`;
  if (!summary) return pageMeta(matches, { title: 'Test', path, noindex: true });
  const { title, image } = summary;
  const lab = siteConfig(matches)?.brand.lab_name;
  const description = image && lab ? `Measured by ${lab}. ${summary.description}` : summary.description;
  if (!image) return pageMeta(matches, { title, description, path, noindex: true });
  return pageMeta(matches, {
    title,
    description,
    path,
    image: { path: image, alt: title },
    things: import.meta.env.SSR
      ? (config) => {
          const test = readState<PublicTest>(loaderData.state, 'test');
          return test ? resultThings(config, test) : [];
        }
      : undefined,
  });
}

export default function Test({ loaderData, params }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <TestDetail id={params.id} served={loaderData.served} />
    </Hydrate>
  );
}
