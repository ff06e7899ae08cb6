import type { Hono } from 'hono';
import { isReadable } from './page-forms.ts';
import type { FrontEnd } from './pages.ts';

/** The pattern of the route that serves a path, such as /api/tests/:id: never what somebody typed. */
export type RouteOf = (method: string, path: string) => string;

/** What stands for the files of the front end, which are many. */
export const FILE = 'file';
const UNKNOWN = 'unknown';

type Routed = { router: Pick<Hono['router'], 'match'> };

export function createRouteOf(api: Routed, site: Routed, pages: FrontEnd | undefined): RouteOf {
  return (method, path) => {
    const isCall = path.startsWith('/api/');
    if (!isCall && pages?.files.has(path)) return FILE;
    const [handlers] = (isCall ? api : site).router.match(method === 'HEAD' ? 'GET' : method, path);
    // The first without a star answers; those with one are passed on the way, but for the log's tiles and the pages.
    const patterns = handlers.map(([[, route]]) => route.path);
    const own = patterns.find((each) => !each.endsWith('*'));
    if (own || isCall) return own ?? UNKNOWN;
    return (
      patterns.find((each) => each.length > '/*'.length) ??
      ((isReadable(path) && pages?.handler.patternOf(path)) || UNKNOWN)
    );
  };
}
