import { loadInBrowser, type PageState, type Prefetch } from '../../lib/query-client';
import { readSession } from '../../lib/session';

/** For a `clientLoader` under /dashboard. Signed out it asks nothing: the shell is about to go to /login. */
export function loadSignedIn(prefetch: Prefetch): Promise<PageState> {
  return loadInBrowser((queries, api) => (readSession() ? prefetch(queries, api) : []));
}
