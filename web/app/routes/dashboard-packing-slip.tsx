import { testQuery } from '../data/orders/queries';
import { PackingSlip } from '../features/dashboard/packing-slip';
import { labelsQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-packing-slip';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [
    queries.prefetchQuery(labelsQuery(routeId(params))),
    queries.prefetchQuery(testQuery(routeId(params))),
  ]);

export const meta = signedInMeta('Packing slip');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <PackingSlip id={id} />;
}
