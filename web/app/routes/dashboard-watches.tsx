import { watchesQuery } from '../features/dashboard/queries';
import { Watches } from '../features/dashboard/watches';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(watchesQuery)]);

export const meta = signedInMeta('Watching');

export default Watches;
