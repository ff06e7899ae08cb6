import { securityQuery } from '../features/dashboard/security/queries';
import { SecondFactor } from '../features/dashboard/security/second-factor';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(securityQuery)]);

export const meta = signedInMeta('Two-step sign-in');

export default SecondFactor;
