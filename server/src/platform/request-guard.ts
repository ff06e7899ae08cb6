import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { staffOnly, type Viewer } from './access.ts';
import { type ApiEnv, answerRefusal } from './http.ts';
import { Refusal, refuse } from './refusal.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const REQUEST_ID = /^[\w-]{8,64}$/;

export const JSON_LIMIT_BYTES = 1_000_000;

/** Gives each request an id (the caller's own if it looks like one) and the headers that every API answer carries. */
export function apiHeaders(production: boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('x-request-id');
    const id = given && REQUEST_ID.test(given) ? given : randomUUID();
    c.set('requestId', id);
    c.set('viewer', null);
    // Set before the handler runs: Hono then writes them with the answer instead of copying it afterwards.
    c.header('X-Request-Id', id);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
    if (production) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    await next();
  };
}

/** Finds out who asks. A bad token is refused even where none is needed; answers to a token are never stored. */
export function identify(
  authenticate: (token: string) => Promise<Viewer | Refusal>,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const header = c.req.header('authorization');
    if (header === undefined) return next();
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1];
    const viewer = token ? await authenticate(token) : refuse('unauthenticated');
    if (viewer instanceof Refusal) return answerRefusal(c, viewer);
    c.set('viewer', viewer);
    c.header('Cache-Control', 'no-store');
    return next();
  };
}

/** 401 without a token. */
export const wantsToken: MiddlewareHandler<ApiEnv> = async (c, next) =>
  c.get('viewer') ? next() : answerRefusal(c, refuse('unauthenticated'));

/** The laboratory's calls are hidden from customers. */
export const wantsStaff: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const viewer = c.get('viewer');
  const hidden = viewer ? staffOnly(viewer) : refuse('unauthenticated');
  return hidden ? answerRefusal(c, hidden) : next();
};

/** Refuses what another site makes a browser send; clients that are no browser send neither header. */
export function sameSite(allowedOrigin: (origin: string) => boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (SAFE.has(c.req.method)) return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const foreign = origin
      ? !allowedOrigin(origin)
      : site !== undefined && site !== 'same-origin' && site !== 'none';
    return foreign ? answerRefusal(c, refuse('cross_site')) : next();
  };
}

/** At most `bytes` of body; uploads have limits of their own. */
export function limitBody(bytes: number): MiddlewareHandler<ApiEnv> {
  return bodyLimit({ maxSize: bytes, onError: (c) => answerRefusal(c, refuse('too_large')) });
}
