import { Billing } from '../features/dashboard/billing';
import { paymentsQuery } from '../features/dashboard/queries';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(paymentsQuery)]);

export const meta = signedInMeta('Billing');

export default Billing;
