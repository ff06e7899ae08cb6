import { MyShowcases } from '../features/dashboard/showcases/my-showcases';
import { readFilter, showcasesQuery } from '../features/dashboard/showcases/queries';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import type { Route } from './+types/dashboard-showcases';

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(showcasesQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Paid display');

export default MyShowcases;
