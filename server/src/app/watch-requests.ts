import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOfClient } from '../platform/http.ts';
import type { Platform } from '../platform/platform.ts';
import { splitAddress } from '../platform/public-cache.ts';
import { requestIdOf } from '../platform/request-guard.ts';
import type { Metrics } from './metrics.ts';
import { FILE, type RouteOf } from './route-of.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Asked for all the time, and by nobody who matters in the log. */
const QUIET = [FILE, '/healthz', '/readyz', '/metrics'];
const LONGEST_PATH = 300;

type Options = { platform: Platform; metrics: Metrics | undefined; routeOf: RouteOf };

/**
 * Writes the access log, and counts and times requests. What is logged names no person: the path without its query, in
 * which keys and addresses stand, and of the client's address the network alone.
 */
export function watchRequests({ platform: { config, log }, metrics, routeOf }: Options) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const { socket, method = '', url = '', headers } = request;
    const written = socket.bytesWritten;
    // The answer, and whatever is logged of the request meanwhile, carry the same one.
    const requestId = requestIdOf(headers['x-request-id']);
    headers['x-request-id'] = requestId;
    if (!metrics && !config.accessLog) return;
    response.once('close', () => {
      const milliseconds = performance.now() - began;
      const [path] = splitAddress(url);
      const route = routeOf(method, path);
      // Whoever went away before the answer was told nothing.
      const status = response.headersSent ? response.statusCode : 499;
      // Live streams last for as long as somebody looks at the page.
      if (route !== '/api/events' || status !== 200) {
        const labels = { method: METHODS.includes(method) ? method : 'other', route };
        metrics?.observe({ ...labels, status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
      }
      if (!config.accessLog) return;
      const forwardedFor = String(headers['x-forwarded-for'] ?? '');
      const client = addressOfClient(socket.remoteAddress ?? '', forwardedFor, config.trustProxy);
      log[QUIET.includes(route) ? 'debug' : 'info'](
        {
          requestId,
          method,
          path: path.slice(0, LONGEST_PATH),
          status,
          ms: Math.round(milliseconds),
          bytes: socket.bytesWritten - written,
          client: client.replace(/\.\d+$/, '.0'),
        },
        'request',
      );
    });
  };
}
