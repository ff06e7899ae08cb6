import type { Router } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import { refuse } from '../refusal.ts';
import { type ApiContext, answerRefusal } from './http.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Routed = { router: Router<[unknown, RouterRoute]> };

/** The route for a method and path, without middleware. */
export function routeAt({ router }: Routed, method: string, path: string): RouterRoute | undefined {
  const matched = router.match(method, path)[0].map(([[, route]]) => route);
  return matched.find((route) => route.method === method && !route.path.endsWith('*'));
}

/**
 * Answers requests that no route matches: 405 with Allow if the address has other methods, otherwise
 * 404. It runs after the check of the caller, so that hidden addresses get 404.
 */
export function answerUnknown(app: Routed) {
  return (c: ApiContext): Response => {
    const allowed = METHODS.filter((method) => routeAt(app, method, c.req.path));
    if (allowed.length === 0) return answerRefusal(c, refuse('not_found'));
    c.header(
      'Allow',
      allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    );
    return answerRefusal(c, refuse('method_not_allowed'));
  };
}
