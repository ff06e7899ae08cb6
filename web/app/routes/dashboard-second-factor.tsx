import { securityQuery } from '../data/account/queries';
import { SecondFactor } from '../features/dashboard/security/second-factor';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: ['next'] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(securityQuery)]);

export const meta = signedInMeta('Two-step sign-in');

export default SecondFactor;
