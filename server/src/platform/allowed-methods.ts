import type { Router } from 'hono/router';
import type { RouterRoute } from 'hono/types';
import { type ApiContext, answerRefusal } from './http.ts';
import { refuse } from './refusal.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * What nothing answered: 405 with Allow (RFC 9110, 15.5.6) where the same address takes another method, else 404. Guards come
 * before it, so whoever must not know of an address is told 404 by them.
 */
export function answerUnknown(app: { router: Router<[unknown, RouterRoute]> }) {
  /** By the router itself, so that the shape of a parameter counts; what ends in a star is a guard and no call. */
  const takes = (method: string, path: string) =>
    app.router
      .match(method, path)[0]
      .some(([[, route]]) => route.method === method && !route.path.endsWith('*'));

  return (c: ApiContext): Response => {
    const allowed = METHODS.filter((method) => takes(method, c.req.path));
    if (allowed.length === 0) return answerRefusal(c, refuse('not_found'));
    c.header(
      'Allow',
      allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    );
    return answerRefusal(c, refuse('method_not_allowed'));
  };
}
