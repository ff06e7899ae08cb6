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
  /** Put as `nonce` on the scripts that the page itself has; the server takes it out again. '' in development. */
  mark: string;
  api: InProcessApi;
}

// The module's own type says `undefined` where ServerBuild says optional.
const build = serverBuild as ServerBuild;

/** The routes below `parentId` as `matchRoutes` takes them. */
function routesBelow(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, index, module } = route;
    const own = { id, handle: module.handle, ...(route.path === undefined ? {} : { path: route.path }) };
    return [index ? { ...own, index } : { ...own, children: routesBelow(id) }];
  });
}

/** The page at a path: its route, and its pattern such as /tests/:id; null for one that nobody reads. */
type Matched = { route: RouteObject; pattern: string | undefined } | null;

/** So many paths are remembered, none of them longer than an address of ours. */
const MOST_PATHS = 5_000;
const LONGEST_PATH = 200;

/** Finds pages by their paths. React Router ranks and compiles all routes anew for each path, so what was found is kept. */
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

/** The whole front end: what the server calls for every address that is neither API nor file. */
export function createPages() {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const match = createMatcher(routesBelow());
  return {
    /**
     * A visitor's request has no part in a page but its address and the form that was sent: every page is the same for
     * everybody.
     */
    render(request: Request, { mark, api }: PageContext): Promise<Response> {
      const context = new RouterContextProvider();
      context.set(markContext, mark);
      context.set(apiContext, api);
      return handle(request, context);
    },
    /** The parameters of the query that the page at this path reads, and whether it is kept for everybody, and shown while the database is away. */
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
