import type { Router } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import { refuse } from '../refusal.ts';
import { type ApiContext, answerRefusal } from './http.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Routed = { router: Router<[unknown, RouterRoute]> };

/** The route for a method and path, by the router itself, so that parameter patterns count; not a guard's. */
export function routeAt({ router }: Routed, method: string, path: string): RouterRoute | undefined {
  const matched = router.match(method, path)[0].map(([[, route]]) => route);
  return matched.find((route) => route.method === method && !route.path.endsWith('*'));
}

/**
 * Answers requests that match no route: 405 with Allow (RFC 9110, 15.5.6) if the address accepts another method, else
 * 404. Guards run before it, so that callers who must not know of an address get 404.
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
