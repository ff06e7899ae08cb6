import { MyTests, readFilter } from '../features/dashboard/my-tests';
import { testsQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import type { Route } from './+types/dashboard-tests';

export const handle: PageHandle = { query: ['q', 'status', 'page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(testsQuery(readFilter(url.searchParams)))]);

export const meta = signedInMeta('My Tests');

export default MyTests;
