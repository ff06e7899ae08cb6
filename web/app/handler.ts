import * as serverBuild from 'virtual:react-router/server-build';
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { apiContext, type InProcessApi, markContext } from './lib/context';
import type { PageHandle } from './lib/page-handle';

export interface PageContext {
  /** The text that stands for the `nonce` of the page's scripts until the server replaces it. Empty in development. */
  mark: string;
  api: InProcessApi;
}

// The type of the virtual module allows `undefined` in places where ServerBuild has optional fields.
const build = serverBuild as ServerBuild;

/** The routes below the route `parentId`, in the form that `matchRoutes` needs. */
function routesBelow(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, index, module } = route;
    const own = { id, handle: module.handle, ...(route.path === undefined ? {} : { path: route.path }) };
    return [index ? { ...own, index } : { ...own, children: routesBelow(id) }];
  });
}

/** The page at a path: its route, and the pattern of its path, such as /tests/:id. Null for an unknown path. */
type Matched = { route: RouteObject; pattern: string | undefined } | null;

/** The limits of the cache: the first is the number of paths, the second the length of one path. */
const MOST_PATHS = 5_000;
const LONGEST_PATH = 200;

/** Finds the page for a path. React Router ranks and compiles all routes for each path, so the results are cached. */
function createMatcher(routes: RouteObject[]): (path: string) => Matched {
  const kept = new Map<string, Matched>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const matches = matchRoutes(routes, path);
    const parts = matches?.flatMap(({ route }) => route.path?.match(/[^/]+/g) ?? []) ?? [];
    const route = matches?.at(-1)?.route;
    const found = route ? { route, pattern: parts.includes('*') ? undefined : `/${parts.join('/')}` } : null;
    if (path.length <= LONGEST_PATH) {
      if (kept.size >= MOST_PATHS) kept.clear();
      kept.set(path, found);
    }
    return found;
  };
}

/** The whole website. The server calls it for every address that belongs neither to the API nor to a file. */
export function createPages() {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const match = createMatcher(routesBelow());
  return {
    /** A page sees only the address and the submitted form of a request, so every page is the same for all users. */
    render(request: Request, { mark, api }: PageContext): Promise<Response> {
      const context = new RouterContextProvider();
      context.set(markContext, mark);
      context.set(apiContext, api);
      return handle(request, context);
    },
    /**
     * Which query parameters this page reads, whether the server may cache the page, and whether it may show an
     * outdated copy.
     */
    queryOf(path: string): { reads: readonly string[]; isKept: boolean; mayBeOld: boolean } {
      const page: PageHandle | undefined = match(path)?.route.handle;
      return {
        reads: page?.query ?? [],
        isKept: page?.isKept ?? false,
        mayBeOld: page?.mayBeOld ?? false,
      };
    },
    patternOf: (path: string): string | undefined => match(path)?.pattern,
    takesForm: (path: string): boolean =>
      build.routes[match(path)?.route.id ?? '']?.module.action !== undefined,
  };
}
