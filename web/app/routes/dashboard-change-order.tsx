import { testQuery } from '../data/orders/queries';
import { ChangeOrder } from '../features/dashboard/change-order';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-change-order';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(testQuery(routeId(params)))]);

export const meta = signedInMeta('Change the order');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <ChangeOrder id={id} />;
}
