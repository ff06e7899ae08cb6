import type { Hono } from 'hono';
import { isReadable } from './page-forms.ts';
import type { FrontEnd } from './pages.ts';

/** The pattern of a path, such as /api/tests/:id. It never contains the id. */
export type RouteOf = (method: string, path: string) => string;

/** All files of the website count as this one pattern. */
export const FILE = 'file';
const UNKNOWN = 'unknown';

type Routed = { router: Pick<Hono['router'], 'match'> };

export function createRouteOf(api: Routed, site: Routed, pages: FrontEnd | undefined): RouteOf {
  return (method, path) => {
    const isCall = path.startsWith('/api/');
    if (!isCall && pages?.files.has(path)) return FILE;
    const [handlers] = (isCall ? api : site).router.match(method === 'HEAD' ? 'GET' : method, path);
    // The first pattern without a star is the route. Patterns with a star are middleware, except the log's files and
    // the pages.
    const patterns = handlers.map(([[, route]]) => route.path);
    const own = patterns.find((each) => !each.endsWith('*'));
    if (own || isCall) return own ?? UNKNOWN;
    return (
      patterns.find((each) => each.length > '/*'.length) ??
      ((isReadable(path) && pages?.handler.patternOf(path)) || UNKNOWN)
    );
  };
}
