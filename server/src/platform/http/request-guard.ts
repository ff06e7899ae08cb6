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

/** Bodies up to this take no room of the server's, so that large ones never keep out a sign-in. */
export const SMALL_BODY_BYTES = 16_000;
const JSON_LIMIT_BYTES = 1_000_000;
/** What strangers send has a few short fields. */
const SHORT = /^\/api\/(?:auth\/.*|watches|tests\/verify)$/;

const UPLOAD =
  /^\/api\/lab\/(?:imports|requests\/[^/]+\/(?:chromatogram(?:\/blank)?|attachments|spectra|photos))$/;
const WEBHOOK = /^\/api\/webhooks\//;

/** Whether a call takes files, by its address as it was asked: those have limits of their own. */
export const isUpload = (address: string): boolean => UPLOAD.test(pathOf(address));

/** Whether a call is a payment provider's, by its address as it was asked. */
export const isWebhook = (address: string): boolean => WEBHOOK.test(pathOf(address));

/** The most that the body of a call may have, but for uploads and webhooks, by its address as it was asked. */
export const jsonLimitOf = (address: string): number =>
  SHORT.test(pathOf(address)) ? SMALL_BODY_BYTES : JSON_LIMIT_BYTES;

/** Whether a call is the laboratory's, by its address as it was asked. */
export const isOfLaboratory = (address: string): boolean => pathOf(address).startsWith('/api/lab/');

/** The path that is served, without dots in it; of what is no address an empty one. */
const pathOf = (address: string): string =>
  URL.parse(address.startsWith('/') ? `http://localhost${address}` : address)?.pathname ?? '';

/** The headers that the answers to all calls have in common. */
export function callHeaders(production: boolean): Record<string, string> {
  return {
    ...usualHeaders(production),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  };
}

/** The id of a request: the caller's own, `given`, if it looks like one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();

/** Gives each request an id, and each answer this id and the headers that all answers have. */
export function apiHeaders(production: boolean): MiddlewareHandler<ApiEnv> {
  const common = Object.entries(callHeaders(production));
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('viewer', null);
    await next();
    // What a call says itself stands.
    const { headers } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
  };
}

/** Finds out who asks. A bad token is refused even where none is needed; answers to a token are never stored. */
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
 * Lets calls take their turn, by account or else by address: what is in memory is answered before, and the rest of them is all the
 * work that somebody without an order can make. What changes something takes it once its body is here, so that nobody who sends slowly
 * holds a place.
 * @param turnsOf the places of a call; undefined for those that wait for nobody.
 */
export function takesTurn(
  turnsOf: (method: string, path: string) => Turns | undefined,
  { trustProxy, refused }: { trustProxy: number; refused: (c: ApiContext, refusal: Refusal) => Response },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Where nobody listens on a socket there is no environment.
    const turns = c.env?.hasPlace ? undefined : turnsOf(c.req.method, c.req.path);
    if (!turns) return next();
    // Whoever reads it later is given the same bytes.
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

/** A read whose answer is of no kind that the client takes is answered 406. What a call has done stands, whatever it answers. */
export const wantsAcceptable: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (!isRead(c.req.method) || c.res.status !== 200) return;
  if (isAccepted(c.req.header('accept'), c.res.headers.get('content-type') ?? '')) return;
  const { status, headers, text } = problemOf(refuse('not_acceptable'));
  // A stream that nobody reads would stay open.
  await c.res.body?.cancel();
  // Emptied first: else Hono adds the headers of the answer that is not given.
  c.res = undefined;
  c.res = new Response(text, { status, headers });
};

/** Lets pages of the configured origins call the API with a token; never with cookies. */
export function allowOrigins(origins: string[]): MiddlewareHandler<ApiEnv> {
  return cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}

/** For calls that change something: refuses what another site makes a browser send. Clients that are none send neither header. */
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
 * For calls that change something: at most `bytes` of body; uploads have limits and `words` of their own. Only asking for the body
 * makes a whole Request of the light one, so calls that read nothing do not come here.
 */
export function limitBody(bytes: number, words?: string): MiddlewareHandler<ApiEnv> {
  return bodyLimit({ maxSize: bytes, onError: (c) => answerRefusal(c, refuse('too_large', words)) });
}
