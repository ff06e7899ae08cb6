import type { Hono } from 'hono';
import { isReadable } from './page-forms.ts';
import type { FrontEnd } from './pages.ts';

/** The route pattern of a path, such as /api/tests/:id: never the requested path itself. */
export type RouteOf = (method: string, path: string) => string;

/** The pattern under which requests for all files of the front end are counted. */
export const FILE = 'file';
const UNKNOWN = 'unknown';

type Routed = { router: Pick<Hono['router'], 'match'> };

export function createRouteOf(api: Routed, site: Routed, pages: FrontEnd | undefined): RouteOf {
  return (method, path) => {
    const isCall = path.startsWith('/api/');
    if (!isCall && pages?.files.has(path)) return FILE;
    const [handlers] = (isCall ? api : site).router.match(method === 'HEAD' ? 'GET' : method, path);
    // The route that answers is the first pattern without a star. Patterns with a star are middleware, except for the
    // log's tiles and the pages.
    const patterns = handlers.map(([[, route]]) => route.path);
    const own = patterns.find((each) => !each.endsWith('*'));
    if (own || isCall) return own ?? UNKNOWN;
    return (
      patterns.find((each) => each.length > '/*'.length) ??
      ((isReadable(path) && pages?.handler.patternOf(path)) || UNKNOWN)
    );
  };
}
