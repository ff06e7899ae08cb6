import { testQuery } from '../data/orders/queries';
import { TestPage } from '../features/dashboard/test-page';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-test';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(testQuery(routeId(params)))]);

export const meta = signedInMeta('My test');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <TestPage id={id} />;
}
