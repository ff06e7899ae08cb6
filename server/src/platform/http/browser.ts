import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { newOpaqueToken } from '../opaque-token.ts';
import type { Platform } from '../platform.ts';
import { refuse } from '../refusal.ts';
import { type ApiContext, type ApiEnv, answerRefusal, clientAddress } from './http.ts';

/** What a site keeps in a browser; `path`: of the calls that read it, `seconds`: how long it is kept. */
export type Cookie = { name: string; path: string; seconds: number; sameSite: 'Strict' | 'Lax' };

/** Where a request comes from. `device` is what the browser keeps from earlier sign-ins, or made for this one. */
export type Client = { address: string; userAgent: string | null; device: string };

/** Distinguishes a browser that signed in before from one that did not; grants nothing. */
const DEVICE_COOKIE: Cookie = {
  name: 'device',
  path: '/api/auth',
  seconds: 400 * 86_400,
  sameSite: 'Strict',
};
const DEVICE = /^[\w-]{22}$/;
const TOKEN = /^[\w-]{43}$/;

/** What a request says of the browser it comes from, and what the answer leaves there. */
export function createBrowser(platform: Platform) {
  /**
   * Over https the names begin with `__Host-`: browsers then take such a cookie from this host alone, and only for all of
   * its paths. Without https they would not take it, so there the path keeps it to the calls that read it.
   */
  const isSecure = () => platform.publicUrl().startsWith('https:');
  const scopeOf = ({ path }: Cookie) =>
    isSecure() ? ({ prefix: 'host', path: '/', secure: true } as const) : { path };

  /** Never read by a script. */
  const keep = (c: ApiContext, cookie: Cookie, value: string) =>
    setCookie(c, cookie.name, value, {
      ...scopeOf(cookie),
      maxAge: cookie.seconds,
      httpOnly: true,
      sameSite: cookie.sameSite,
    });
  const read = (c: ApiContext, { name }: Cookie): string | undefined =>
    isSecure() ? getCookie(c, name, 'host') : getCookie(c, name);

  return {
    keep,
    read,
    /** The token that the browser keeps, or a new one to keep there. */
    readToken(c: ApiContext, cookie: Cookie): string {
      const sent = read(c, cookie);
      return sent && TOKEN.test(sent) ? sent : newOpaqueToken().token;
    },
    forget: (c: ApiContext, cookie: Cookie): void => {
      deleteCookie(c, cookie.name, scopeOf(cookie));
    },

    clientOf(c: ApiContext): Client {
      const sent = read(c, DEVICE_COOKIE);
      return {
        address: clientAddress(c, platform.config.trustProxy),
        userAgent: c.req.header('user-agent')?.slice(0, 200) ?? null,
        device: sent && DEVICE.test(sent) ? sent : randomBytes(16).toString('base64url'),
      };
    },

    /** After a sign-in, so that the next one from here causes no mail; the 400 days begin anew. */
    keepDevice: (c: ApiContext, client: Client): void => keep(c, DEVICE_COOKIE, client.device),
  };
}

/**
 * For calls that a cookie speaks for: only this site's own pages. The origins that CORS lets call with a token may lie
 * on the same site, where SameSite does not hold cookies back.
 */
export function ownOriginOnly(platform: Platform): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const own = [platform.publicUrl(), platform.ownAddress()].map((url) => new URL(url).origin);
    const isForeign = origin
      ? !own.includes(origin)
      : site !== undefined && !/^(same-origin|none)$/.test(site);
    return isForeign ? answerRefusal(c, refuse('cross_site')) : next();
  };
}
