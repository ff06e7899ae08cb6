import { Overview } from '../features/dashboard/overview';
import { statsQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(statsQuery)]);

export const meta = signedInMeta('Dashboard');

export default Overview;
