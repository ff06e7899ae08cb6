import { watchesQuery } from '../data/watches/queries';
import { Watches } from '../features/dashboard/watches';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(watchesQuery)]);

export const meta = signedInMeta('Watching');

export default Watches;
