import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { newOpaqueToken } from '../opaque-token.ts';
import type { Platform } from '../platform.ts';
import { refuse } from '../refusal.ts';
import { type ApiContext, type ApiEnv, answerRefusal, clientAddress } from './http.ts';

/** A cookie of this site, the path of the calls that read it, and its lifetime. */
export type Cookie = { name: string; path: string; seconds: number; sameSite: 'Strict' | 'Lax' };

/** Where a request comes from. `device`: the browser's cookie, by which accounts know it. */
export type Client = { address: string; userAgent: string | null; device: string };

/** Marks a browser from which a person has signed in. It allows nothing. */
const DEVICE_COOKIE: Cookie = {
  name: 'device',
  path: '/api/auth',
  seconds: 400 * 86_400,
  sameSite: 'Strict',
};
const DEVICE = /^[\w-]{22}$/;
const TOKEN = /^[\w-]{43}$/;

/** Reads facts about the client, and sets its cookies. */
export function createBrowser(platform: Platform) {
  /**
   * With https, cookie names begin with `__Host-`, so that no other host can set these cookies. Without https, browsers
   * would refuse them.
   */
  const isSecure = () => platform.publicUrl().startsWith('https:');
  const scopeOf = ({ path }: Cookie) =>
    isSecure() ? ({ prefix: 'host', path: '/', secure: true } as const) : { path };

  /** Sets a cookie that scripts cannot read. */
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
    /** The token in the browser's cookie, or a new one. */
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

    /** Sets the cookie after a sign-in, for 400 days. So the next sign-in from this browser sends no mail. */
    keepDevice: (c: ApiContext, client: Client): void => keep(c, DEVICE_COOKIE, client.device),
  };
}

/**
 * Only pages of this site may make calls that use a cookie. The browser's rule SameSite would also allow other hosts of
 * the domain.
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
