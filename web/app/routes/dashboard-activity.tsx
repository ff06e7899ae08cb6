import { sessionsQuery } from '../data/account/queries';
import { Activity } from '../features/dashboard/security/activity';
import { logQuery } from '../features/dashboard/security/queries';
import { readFilter } from '../features/dashboard/security/security-log';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import type { Route } from './+types/dashboard-activity';

export const handle: PageHandle = { query: ['page'] };

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [
    queries.prefetchQuery(sessionsQuery),
    queries.prefetchQuery(logQuery(readFilter(url.searchParams).page)),
  ]);

export const meta = signedInMeta('Activity');

export default Activity;
