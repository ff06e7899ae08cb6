import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import {
  createPublicAnswer,
  isAccepted,
  type PublicAnswer,
  type Reply,
  replyTo,
  respondTo,
} from '../cache/public-answer.ts';
import { addressOf, declaredAddress, NotCached, publicKey } from '../cache/public-cache.ts';
import type { Platform } from '../platform.ts';
import type { ApiEnv } from './http.ts';
import { callHeaders, requestIdOf } from './request-guard.ts';
import { FOR_OTHER_SITES, usualHeaders } from './usual-headers.ts';

const POLICY = 'Cross-Origin-Resource-Policy';
const isCall = (address: string) => address.startsWith('/api/');

/**
 * Makes the answers of a route public: cached, with ETags and in compressed forms. Answers to a token are not.
 * @param query the parameters that the route reads.
 */
export function publicAnswer(
  { config, publicCache }: Pick<Platform, 'config' | 'publicCache'>,
  query: readonly string[] = [],
): MiddlewareHandler<ApiEnv> {
  const ofCalls = callHeaders(config.production);
  const ofOthers = usualHeaders(config.production);
  return async (c, next) => {
    // Answers to a token or another site are not cached.
    const isForAll = !c.get('viewer') && c.req.header('origin') === undefined;
    const key = isForAll ? publicKey(declaredAddress(addressOf(c.req.url), query)) : undefined;
    if (key === undefined) return next();
    async function make(): Promise<PublicAnswer> {
      await next();
      const { status, headers } = c.res;
      if (status !== 200) throw new NotCached(c.res.clone());
      return createPublicAnswer(new Uint8Array(await c.res.arrayBuffer()), {
        ...(isCall(c.req.path) ? ofCalls : ofOthers),
        'Content-Type': headers.get('content-type') ?? '',
        ...(headers.get(POLICY) === null ? {} : FOR_OTHER_SITES),
        // Caches must ask again each time, so that a withdrawn result disappears at once.
        'Cache-Control': 'public, no-cache',
      });
    }
    try {
      const response = await respondTo(c.req.raw, await publicCache.fetch(key, make));
      // Otherwise Hono would add the headers of the earlier answer.
      c.res = undefined;
      c.res = response;
    } catch (error) {
      if (!(error instanceof NotCached)) throw error;
      if (!c.finalized) c.res = error.answer();
    }
    return undefined;
  };
}

/** Sends a cached answer before the router is asked, which saves half of the work. False without a cached answer. */
export function answerFromCache(
  { config, publicCache }: Pick<Platform, 'config' | 'publicCache'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  // Answers to a token or another site are not cached.
  if (isCall(url) && (headers.authorization !== undefined || headers.origin !== undefined)) return false;
  const found = publicCache.find(url);
  if (!found || !isAccepted(headers.accept, found.type)) return false;
  // For pages of these sites the answer has more headers.
  const vary = config.corsOrigins.length > 0 ? { Vary: 'Accept-Encoding, Origin' } : {};
  const more = isCall(url) ? { 'X-Request-Id': requestIdOf(headers['x-request-id']), ...vary } : {};
  const reply = replyTo(request, found);
  if (!(reply instanceof Promise)) send(response, reply, more);
  else
    reply.then(
      (made) => send(response, made, more),
      () => response.destroy(),
    );
  return true;
}

function send(response: ServerResponse, { status, headers, body }: Reply, more: Record<string, string>) {
  response.writeHead(status, { ...headers, ...more });
  response.end(body);
}
