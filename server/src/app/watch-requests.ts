import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitAddress } from '../platform/cache/public-cache.ts';
import { addressOfClient } from '../platform/http/http.ts';
import { CSP_REPORTS } from '../platform/http/page-policy.ts';
import { requestIdOf } from '../platform/http/request-guard.ts';
import { redactAddress } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from './metrics.ts';
import { FILE, type RouteOf } from './route-of.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Requests that are very frequent, or that strangers can make so. The log has them only at the debug level. */
const QUIET = [FILE, '/healthz', '/readyz', '/metrics', CSP_REPORTS];
const LONGEST_PATH = 300;
const HOUR_MS = 3_600_000;

type Options = { platform: Platform; metrics: Metrics | undefined; routeOf: RouteOf };

/**
 * Writes the access log, and counts requests. The log has no personal data: no query, and only the network of the
 * client's address.
 */
export function watchRequests({ platform, metrics, routeOf }: Options) {
  const { config, log } = platform;
  const lookForProxy = config.trustProxy === 0 ? proxyWatch(platform) : undefined;
  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const { socket, method = '', url = '', headers } = request;
    const written = socket.bytesWritten;
    // The answer and its line in the log have the same id.
    const requestId = requestIdOf(headers['x-request-id']);
    headers['x-request-id'] = requestId;
    lookForProxy?.(request);
    if (!metrics && !config.accessLog) return;
    response.once('close', () => {
      const milliseconds = performance.now() - began;
      const [path] = splitAddress(url);
      const route = routeOf(method, path);
      // The client left before it got the answer.
      const status = response.headersSent ? response.statusCode : 499;
      // A live stream is not counted, because it lasts as long as the page is open.
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
          client: redactAddress(client),
        },
        'request',
      );
    });
  };
}

/** Warns once an hour that a proxy sends client addresses, but the configuration does not trust it. */
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
