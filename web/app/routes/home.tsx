import { About } from '../features/home/about';
import { Benefits } from '../features/home/benefits';
import { Discoveries } from '../features/home/discoveries';
import { Hero } from '../features/home/hero';
import { Journey } from '../features/home/journey';
import { discoveriesQuery, heroTraceQuery } from '../features/home/queries';
import { Hydrate } from '../lib/hydrate';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import type { Route } from './+types/home';

const prefetch: Prefetch = (queries, api) => [
  queries.prefetchQuery(heroTraceQuery(api)),
  queries.prefetchQuery(discoveriesQuery(api)),
];

export function loader({ context }: Route.LoaderArgs) {
  return loadOnServer(context, prefetch);
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
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <Hero />
      <Benefits />
      <About />
      <Journey />
      <Discoveries />
    </Hydrate>
  );
}
