import { Parcel } from '../features/groups/parcel';
import { parcelQuery } from '../features/groups/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-parcel';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(parcelQuery(routeId(params)))]);

export const meta = signedInMeta('Parcel');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <Parcel id={id} />;
}
