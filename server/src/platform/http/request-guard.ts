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

/** A body up to this size is always accepted, so that everybody can sign in. */
export const SMALL_BODY_BYTES = 16_000;
const JSON_LIMIT_BYTES = 1_000_000;
/** Public calls with few short fields. */
const SHORT = /^\/(?:api\/(?:auth\/.*|watches|tests\/verify)|csp-reports)$/;

const UPLOAD =
  /^\/api\/lab\/(?:imports|requests\/[^/]+\/(?:chromatogram(?:\/blank)?|attachments|spectra|photos))$/;
const WEBHOOK = /^\/api\/webhooks\//;

/** Whether a call takes files, by its address. */
export const isUpload = (address: string): boolean => UPLOAD.test(pathOf(address));

/** Whether a call comes from a payment provider, by its address. */
export const isWebhook = (address: string): boolean => WEBHOOK.test(pathOf(address));

/** The largest body of a call, by its address. */
export const jsonLimitOf = (address: string): number =>
  SHORT.test(pathOf(address)) ? SMALL_BODY_BYTES : JSON_LIMIT_BYTES;

/** Whether a call is the laboratory's, by its address. */
export const isOfLaboratory = (address: string): boolean => pathOf(address).startsWith('/api/lab/');

/** The path of an address; empty if it is invalid. */
const pathOf = (address: string): string =>
  URL.parse(address.startsWith('/') ? `http://localhost${address}` : address)?.pathname ?? '';

/** The headers of all answers to calls. */
export function callHeaders(production: boolean): Record<string, string> {
  return {
    ...usualHeaders(production),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  };
}

/** The id of a request; the caller's own, if it is valid. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();

/** Adds an id to each request, and usual headers to each answer. */
export function apiHeaders(production: boolean): MiddlewareHandler<ApiEnv> {
  const common = Object.entries(callHeaders(production));
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('viewer', null);
    await next();
    // A header that the call itself has set stays unchanged.
    const { headers } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
  };
}

/** Finds out who makes a call. An invalid token is refused even if the call is public. */
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
 * Limits how many calls run at the same time, fairly by account or address. A call that changes something waits for its
 * place only after its body has arrived.
 * @param turnsOf the places for a call. Undefined: no limit.
 */
export function takesTurn(
  turnsOf: (method: string, path: string) => Turns | undefined,
  { trustProxy, refused }: { trustProxy: number; refused: (c: ApiContext, refusal: Refusal) => Response },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Calls from within the process have no `env`.
    const turns = c.env?.hasPlace ? undefined : turnsOf(c.req.method, c.req.path);
    if (!turns) return next();
    // The body is read here, and stored for later readers.
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

/** Refuses a read with 406 if the client accepts none of the possible types. */
export const wantsAcceptable: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (!isRead(c.req.method) || c.res.status !== 200) return;
  if (isAccepted(c.req.header('accept'), c.res.headers.get('content-type') ?? '')) return;
  const { status, headers, text } = problemOf(refuse('not_acceptable'));
  await replaceAnswer(c, new Response(text, { status, headers }));
};

/** Sends `answer` instead of the present one, whose stream ends. */
export async function replaceAnswer(c: ApiContext, answer: Response): Promise<void> {
  await c.res.body?.cancel();
  // Otherwise Hono would add the headers of the former answer.
  c.res = undefined;
  c.res = answer;
}

/** Lets pages of the configured sites call the API with a token, and never with cookies. */
export function allowOrigins(origins: string[]): MiddlewareHandler<ApiEnv> {
  return cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}

/** Refuses calls that change something and come from another site. Only browsers send these two headers. */
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

/** Limits the body of a call to `bytes`. Calls without a body skip this. */
export function limitBody(bytes: number, words?: string): MiddlewareHandler<ApiEnv> {
  return bodyLimit({ maxSize: bytes, onError: (c) => answerRefusal(c, refuse('too_large', words)) });
}
