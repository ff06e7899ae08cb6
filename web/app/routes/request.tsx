import { catalogQuery } from '../data/catalog/queries';
import { turnaroundQuery } from '../data/turnaround/queries';
import { loadForm, RequestPage } from '../features/request/request-page';
import { Hydrate } from '../lib/hydrate';
import type { PageHandle } from '../lib/page-handle';
import { pageMeta } from '../lib/page-meta';
import { loadInBrowser, loadOnServer, type Prefetch } from '../lib/query-client';
import type { Route } from './+types/request';

export const handle: PageHandle = { query: ['sku'], isKept: true };

const prefetch: Prefetch = (queries, api) => [
  queries.prefetchQuery(catalogQuery(api)),
  queries.prefetchQuery(turnaroundQuery(api)),
];

export const loader = ({ context }: Route.LoaderArgs) => loadOnServer(context, prefetch);

export async function clientLoader() {
  const [state] = await Promise.all([loadInBrowser(prefetch), loadForm()]);
  return state;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Request a test',
    description:
      'Order a laboratory analysis of a peptide or related compound: choose a test, describe the vial, pay.',
    path: '/request',
  });

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <Hydrate state={loaderData.state}>
      <RequestPage />
    </Hydrate>
  );
}
