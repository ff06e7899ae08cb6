import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Viewer } from '../access.ts';
import { isAccepted } from '../cache/public-answer.ts';
import { Refusal, refuse } from '../refusal.ts';
import { type ApiContext, type ApiEnv, answerRefusal, clientAddress, problemOf } from './http.ts';
import type { Turns } from './turns.ts';
import { usualHeaders } from './usual-headers.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Bodies up to this size use no room, so that large ones never block a sign-in. */
export const SMALL_BODY_BYTES = 16_000;
const JSON_LIMIT_BYTES = 1_000_000;
/** Public calls with a few short fields. */
const SHORT = /^\/api\/(?:auth\/.*|watches|tests\/verify)$/;

const UPLOAD =
  /^\/api\/lab\/(?:imports|requests\/[^/]+\/(?:chromatogram(?:\/blank)?|attachments|spectra|photos))$/;
const WEBHOOK = /^\/api\/webhooks\//;

/** Whether a call takes files, by its requested address: these have their own limits. */
export const isUpload = (address: string): boolean => UPLOAD.test(pathOf(address));

/** Whether a call comes from a payment provider, by its requested address. */
export const isWebhook = (address: string): boolean => WEBHOOK.test(pathOf(address));

/** Maximum body size of a call, except uploads and webhooks, by its requested address. */
export const jsonLimitOf = (address: string): number =>
  SHORT.test(pathOf(address)) ? SMALL_BODY_BYTES : JSON_LIMIT_BYTES;

/** Whether a call is the laboratory's, by its requested address. */
export const isOfLaboratory = (address: string): boolean => pathOf(address).startsWith('/api/lab/');

/** The path that is served, with dots resolved; empty for an invalid address. */
const pathOf = (address: string): string =>
  URL.parse(address.startsWith('/') ? `http://localhost${address}` : address)?.pathname ?? '';

/** The headers of all answers to calls. */
export function callHeaders(production: boolean): Record<string, string> {
  return {
    ...usualHeaders(production),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  };
}

/** The id of a request: the caller's own, `given`, if valid. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();

/** Adds an id to each request, and this id and the common headers to each answer. */
export function apiHeaders(production: boolean): MiddlewareHandler<ApiEnv> {
  const common = Object.entries(callHeaders(production));
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('viewer', null);
    await next();
    // A header set by the call itself is kept.
    const { headers } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
  };
}

/** Identifies the caller. An invalid token is refused even on public calls; answers to a token are never cached. */
export async function identify(
  c: ApiContext,
  authenticate: (token: string) => Promise<Viewer | Refusal>,
): Promise<Viewer | Refusal | null> {
  const header = c.req.header('authorization');
  if (header === undefined) return null;
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1];
  const viewer = token ? await authenticate(token) : refuse('unauthenticated');
  if (viewer instanceof Refusal) return viewer;
  c.set('viewer', viewer);
  c.header('Cache-Control', 'no-store');
  return viewer;
}

/**
 * Limits concurrent work fairly by account or else by address: cached answers are sent before, so this covers all work
 * that a stranger can cause. Calls that change something take a place only after their body has arrived, so that a slow
 * sender holds no place.
 * @param turnsOf the places of a call; undefined for calls without a limit.
 */
export function takesTurn(
  turnsOf: (method: string, path: string) => Turns | undefined,
  { trustProxy, refused }: { trustProxy: number; refused: (c: ApiContext, refusal: Refusal) => Response },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // In-process calls without a socket have no environment.
    const turns = c.env?.hasPlace ? undefined : turnsOf(c.req.method, c.req.path);
    if (!turns) return next();
    // Later readers get the same bytes.
    if (!isRead(c.req.method)) await c.req.arrayBuffer();
    const leave = await turns.take(c.get('viewer')?.id ?? clientAddress(c, trustProxy));
    if (leave instanceof Refusal) return refused(c, leave);
    try {
      await next();
    } finally {
      leave();
    }
    return undefined;
  };
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Answers 406 to a read without an acceptable type. Calls that changed something keep their answer. */
export const wantsAcceptable: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (!isRead(c.req.method) || c.res.status !== 200) return;
  if (isAccepted(c.req.header('accept'), c.res.headers.get('content-type') ?? '')) return;
  const { status, headers, text } = problemOf(refuse('not_acceptable'));
  // An unread stream would stay open.
  await c.res.body?.cancel();
  // Cleared first: otherwise Hono adds the headers of the dropped answer.
  c.res = undefined;
  c.res = new Response(text, { status, headers });
};

/** Allows pages of the configured origins to call the API with a token; never with cookies. */
export function allowOrigins(origins: string[]): MiddlewareHandler<ApiEnv> {
  return cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}

/** For calls that change something: refuses requests that another site causes. Non-browsers send neither header. */
export function sameSite(allowedOrigin: (origin: string) => boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const foreign = origin
      ? !allowedOrigin(origin)
      : site !== undefined && site !== 'same-origin' && site !== 'none';
    return foreign ? answerRefusal(c, refuse('cross_site')) : next();
  };
}

/**
 * For calls that change something: limits the body to `bytes`; uploads have limits and `words` of their own. Only
 * reading the body creates a full Request, so calls without one skip this.
 */
export function limitBody(bytes: number, words?: string): MiddlewareHandler<ApiEnv> {
  return bodyLimit({ maxSize: bytes, onError: (c) => answerRefusal(c, refuse('too_large', words)) });
}
