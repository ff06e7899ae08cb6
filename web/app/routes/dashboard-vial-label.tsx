import { labelsQuery } from '../features/dashboard/queries';
import { VialLabel } from '../features/dashboard/vial-label';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-vial-label';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(labelsQuery(routeId(params)))]);

export const meta = signedInMeta('Vial label');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <VialLabel id={id} />;
}
