import { MyShowcases } from '../features/dashboard/showcases/my-showcases';
import { readFilter, showcasesQuery } from '../features/dashboard/showcases/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import type { Route } from './+types/dashboard-showcases';

export const handle: PageHandle = { query: ['request_id', 'page', 'session_id'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(showcasesQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('Paid display');

export default MyShowcases;
