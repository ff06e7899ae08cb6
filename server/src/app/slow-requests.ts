import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitAddress } from '../platform/cache/public-cache.ts';
import { requestIdOf } from '../platform/http/request-guard.ts';
import type { Platform } from '../platform/platform.ts';
import { asRequest, newDatabaseUse } from '../platform/postgres/bounded-pool.ts';
import { createRareWarnings } from '../platform/rare-warnings.ts';
import type { RouteOf } from './route-of.ts';

/**
 * Answers requests, and logs those that take SLOW_REQUEST_MS or longer, with what their statements have cost. Answers
 * from the cache do not come here.
 */
export function watchSlowRequests({ platform, routeOf }: { platform: Platform; routeOf: RouteOf }) {
  const { config, log, clock } = platform;
  const { slowRequestMs } = config;
  const warn = createRareWarnings(log, clock.now);
  return (request: IncomingMessage, response: ServerResponse, answer: () => void): void => {
    const { method = '', url = '', headers } = request;
    const use = newDatabaseUse(requestIdOf(headers['x-request-id']));
    const began = performance.now();
    if (slowRequestMs > 0)
      response.once('close', () => {
        const milliseconds = performance.now() - began;
        if (milliseconds < slowRequestMs) return;
        const route = routeOf(method, splitAddress(url)[0]);
        const status = response.headersSent ? response.statusCode : 499;
        // A live stream lasts as long as the page is open.
        if (route === '/api/events' && status === 200) return;
        const { requestId, statements } = use;
        const databaseMs = Math.round(use.milliseconds);
        warn(
          { requestId, method, route, status, ms: Math.round(milliseconds), databaseMs, statements },
          'slow request',
        );
      });
    asRequest(answer, use);
  };
}
