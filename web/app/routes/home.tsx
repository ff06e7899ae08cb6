import { data } from 'react-router';
import { About } from '../features/home/about';
import { Benefits } from '../features/home/benefits';
import { Discoveries } from '../features/home/discoveries';
import { Farewell } from '../features/home/farewell';
import { Hero } from '../features/home/hero';
import { Journey } from '../features/home/journey';
import { discoveriesQuery, heroTraceQuery } from '../features/home/queries';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadWhatCanBe, type Prefetch } from '../lib/query-client';
import { siteThings } from '../lib/structured-data';
import type { Route } from './+types/home';

export const handle: PageHandle = { query: [], isKept: true, mayBeOld: true };

const prefetch: Prefetch = (queries, api) => [
  queries.prefetchQuery(heroTraceQuery(api)),
  queries.prefetchQuery(discoveriesQuery(api)),
];

export async function loader({ context }: Route.LoaderArgs) {
  const { state, failed } = await loadWhatCanBe(context, prefetch);
  // Without its list of results the page still works, but must not be cached.
  return data({ state }, failed ? { headers: { 'Cache-Control': 'no-store' } } : {});
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function clientLoader() {
  return loadInBrowser(prefetch);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Laboratory tests for peptides',
    description:
      'Order laboratory analysis of peptides and related compounds, follow each test, and verify every certificate by number and key.',
    path: '/',
    things: import.meta.env.SSR ? siteThings : undefined,
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <Farewell />
      <Hero />
      <Benefits />
      <About />
      <Journey />
      <Discoveries />
    </Hydrate>
  );
}
