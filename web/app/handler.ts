import * as serverBuild from 'virtual:react-router/server-build';
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { apiContext, type InProcessApi, markContext } from './lib/context';
import type { PublicPage } from './lib/public-page';

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

/** The whole front end: what the server calls for every address that is neither API nor file. */
export function createPages() {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const routes = routesBelow();
  const routeAt = (path: string) => matchRoutes(routes, path)?.at(-1)?.route;
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
    /** What the page at this path reads of the query, when its route declares that it is the same for everybody. */
    publicQuery(path: string): readonly string[] | undefined {
      const page: Partial<PublicPage> | undefined = routeAt(path)?.handle;
      return page?.publicQuery;
    },
    patternOf(path: string): string | undefined {
      const parts = matchRoutes(routes, path)?.flatMap(({ route }) => route.path?.match(/[^/]+/g) ?? []) ?? [
        '*',
      ];
      return parts.includes('*') ? undefined : `/${parts.join('/')}`;
    },
    takesForm: (path: string): boolean => build.routes[routeAt(path)?.id ?? '']?.module.action !== undefined,
  };
}
