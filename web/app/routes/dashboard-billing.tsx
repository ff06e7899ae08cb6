import { Billing } from '../features/dashboard/billing';
import { paymentsQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(paymentsQuery)]);

export const meta = signedInMeta('Billing');

export default Billing;
