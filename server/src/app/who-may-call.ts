import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { authenticateViewer } from '../modules/accounts/accounts.service.ts';
import { authenticateKey } from '../modules/imports/imports.service.ts';
import { type Access, refuseCall } from '../platform/access.ts';
import { answerUnknown, METHODS, routeAt } from '../platform/http/allowed-methods.ts';
import { type ApiEnv, answerRefusal, type newRoutes } from '../platform/http/http.ts';
import { identify, isRead } from '../platform/http/request-guard.ts';
import { isRefusal } from '../platform/refusal.ts';
import type { Modules } from './create-modules.ts';

type App = ReturnType<typeof newRoutes>;

/**
 * Finds out who calls, and refuses a caller whom the route does not allow. It runs before a body is read.
 * @param app routes may be added until the first call.
 */
export function whoMayCall(
  app: App,
  basePath: string,
  { accounts, imports, platform }: Pick<Modules, 'accounts' | 'imports' | 'platform'>,
): MiddlewareHandler<ApiEnv> {
  let accessOf: ((method: string, path: string) => Access | undefined) | undefined;
  const unknown = answerUnknown(app);
  return async (c, next) => {
    accessOf ??= createAccessOf(app, basePath);
    const access = accessOf(c.req.method, c.req.path);
    // A laboratory key can make only its own call. All other calls need a person's token.
    const viewer = await identify(
      c,
      access?.who === 'labKey'
        ? (key) => authenticateKey(imports, key)
        : (token) => authenticateViewer(accounts, token),
    );
    if (isRefusal(viewer)) return answerRefusal(c, viewer);
    // No route matches, so the body is not read.
    if (!access) return unknown(c);
    const refusal = refuseCall(access, viewer, platform.clock.now());
    if (refusal) return answerRefusal(c, refusal);
    c.set('access', access);
    return next();
  };
}

/** The query parameters that choose a page of a list. */
const PAGING = ['page', 'limit', 'before'];

const filtersOf = (query: unknown): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape).filter((name) => !PAGING.includes(name)) : [];

/** Addresses that describe the API. They are not part of it. */
const DESCRIPTIONS = ['/openapi.json', '/docs'];

/**
 * Finds out who may make a call, and who must confirm the session first. Undefined if there is no such route. Throws if
 * a route does not say who may call it.
 */
function createAccessOf(app: App, basePath: string): (method: string, path: string) => Access | undefined {
  const declared = new Map<string, Access>(
    DESCRIPTIONS.map((path) => [`GET ${basePath}${path}`, { who: 'open' }]),
  );
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const {
      method,
      path,
      request,
      'x-who': who,
      'x-step-up': stepUp,
      'x-audited': action,
    } = definition.route;
    const audited = action && {
      action,
      idAt: `${basePath}${path}`.split('/').indexOf('{id}'),
      filters: filtersOf(request?.query),
    };
    const address = `${basePath}${path.replace(/\{(\w+)\}/g, ':$1')}`;
    declared.set(`${method.toUpperCase()} ${address}`, { who, stepUp, audited });
  }
  const find = (method: string, path: string): Access | undefined => {
    const route = routeAt(app, method, path);
    if (!route) return undefined;
    const access = declared.get(`${method} ${route.path}`);
    if (!access?.who) throw new Error(`${method} ${route.path} does not say who may call`);
    return access;
  };
  return (method, path) =>
    find(isRead(method) ? 'GET' : method, path) ??
    METHODS.map((other) => find(other, path)).find((access) => access !== undefined);
}
