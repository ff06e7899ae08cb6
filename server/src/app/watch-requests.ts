import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitAddress } from '../platform/cache/public-cache.ts';
import { addressOfClient } from '../platform/http/http.ts';
import { requestIdOf } from '../platform/http/request-guard.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from './metrics.ts';
import { FILE, type RouteOf } from './route-of.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Asked for all the time, and by nobody who matters in the log. */
const QUIET = [FILE, '/healthz', '/readyz', '/metrics'];
const LONGEST_PATH = 300;
const HOUR_MS = 3_600_000;

type Options = { platform: Platform; metrics: Metrics | undefined; routeOf: RouteOf };

/**
 * Writes the access log, and counts and times requests. What is logged names no person: the path without its query, in
 * which keys and addresses stand, and of the client's address the network alone.
 */
export function watchRequests({ platform, metrics, routeOf }: Options) {
  const { config, log } = platform;
  const lookForProxy = config.trustProxy === 0 ? proxyWatch(platform) : undefined;
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const { socket, method = '', url = '', headers } = request;
    const written = socket.bytesWritten;
    // The answer, and whatever is logged of the request meanwhile, carry the same one.
    const requestId = requestIdOf(headers['x-request-id']);
    headers['x-request-id'] = requestId;
    lookForProxy?.(request);
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

/** Says once an hour that somebody in front names clients whom nobody here believes. */
function proxyWatch({ clock, log }: Platform): (request: IncomingMessage) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    const now = clock.now().getTime();
    if (now - saidAt < HOUR_MS) return;
    saidAt = now;
    log.warn(
      'requests name a client behind a proxy, and TRUST_PROXY is 0: all clients of a proxy share one address, and with it one place and one limit',
    );
  };
}
