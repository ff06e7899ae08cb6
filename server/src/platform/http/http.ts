import { isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHono } from '@hono/zod-openapi';
import { ERRORS, type ErrorCode, type ProblemBody } from '@vialproof/contract/errors';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Access, Viewer } from '../access.ts';
import type { Viewed } from '../audit.ts';
import { type Logger, redactUrl } from '../log.ts';
import { isDatabaseDown, isPoolFull, sqlState } from '../postgres/database.ts';
import { Problem, type Refusal, refuse } from '../refusal.ts';

export type ApiEnv = {
  Bindings: {
    /** True if the call comes from a page that is already being rendered. */
    hasPlace?: boolean;
  };
  Variables: {
    viewer: Viewer | null;
    requestId: string;
    /** What the route says about its callers. */
    access?: Access;
    /** What an audited call reads, if the address does not say it. Null: public data, or the reader's own. */
    viewed?: Viewed | null;
  };
};
export type ApiContext = Context<ApiEnv>;

/** Creates a router for typed routes. A wrong body gets 422 with its errors. */
export function newRoutes() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const errors = result.error.issues.map((issue) => ({
        path: issue.path.join('.'),
        message: issue.message,
      }));
      return answerRefusal(c, refuse('invalid_fields', errors[0]?.message, { errors }));
    },
  });
}

/** The signed-in person; throws 401 without one. */
export function requireViewer(c: ApiContext): Viewer {
  const viewer = c.get('viewer');
  if (!viewer) throw new Problem(refuse('unauthenticated'));
  return viewer;
}

/** A refusal as an answer (application/problem+json). */
export function problemOf(refusal: Refusal): {
  status: number;
  headers: Record<string, string>;
  text: string;
} {
  const [status, title] = ERRORS[refusal.code];
  const { retryAfterSeconds, ...extra } = refusal.extra;
  const problem: ProblemBody = {
    type: `/api/docs#${refusal.code}`,
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    ...extra,
  };
  return {
    status,
    headers: {
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/problem+json; charset=utf-8',
    },
    text: JSON.stringify(problem),
  };
}

export function answerRefusal(c: Context, refusal: Refusal): Response {
  const { status, headers, text } = problemOf(refusal);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.body(text, status as ContentfulStatusCode);
}

const CODE_OF_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** The refusal when too many requests wait for the database. */
export const tooBusy = (): Refusal =>
  refuse(
    'unavailable',
    'More is being asked than we can answer at the moment. Please try again in a few seconds.',
    {
      retryAfterSeconds: 5,
    },
  );

type Asked = { requestId: string; method: string; path: string };

/** Turns any error into a refusal without internal details. */
export function refusalOf(error: unknown, { requestId, method, path }: Asked, log: Logger): Refusal {
  if (error instanceof Problem) return error.refusal;
  if (error instanceof HTTPException) {
    const code = CODE_OF_STATUS[error.status];
    if (code) return refuse(code);
  }
  // The pool of connections logs the refusal itself.
  if (isPoolFull(error)) return tooBusy();
  if (isDatabaseDown(error)) {
    log.error({ requestId, code: sqlState(error) }, 'the database does not answer, or has no room');
    return refuse('unavailable', undefined, { retryAfterSeconds: 5 });
  }
  log.error({ err: error, requestId, method, url: redactUrl(path) }, 'a request failed');
  return refuse('internal');
}

export function answerError(error: Error, c: ApiContext, log: Logger): Response {
  const asked = { requestId: c.get('requestId'), method: c.req.method, path: c.req.path };
  return answerRefusal(c, refusalOf(error, asked, log));
}

/**
 * Which address the limits count: that of the connection or, behind `trustedProxies`, the one that the outermost of
 * them wrote. Other entries of X-Forwarded-For can be false. IPv6 addresses count by network.
 */
export function addressOfClient(peer: string, forwardedFor: string, trustedProxies: number): string {
  if (trustedProxies === 0) return networkOf(peer);
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return networkOf(addressIn(hops[hops.length - trustedProxies]) ?? peer);
}

/** As `addressOfClient`, for this request. */
export const clientAddress = (c: Context, trustedProxies: number): string =>
  addressOfClient(peerAddress(c), c.req.header('x-forwarded-for') ?? '', trustedProxies);

/** The address in an entry of X-Forwarded-For; undefined if invalid. */
function addressIn(hop = ''): string | undefined {
  const bare = hop.replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(bare) ?? [];
  const address = bracketed ?? dotted ?? bare;
  return isIP(address) ? address : undefined;
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

function peerAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    // Calls within the process have no connection.
    return 'internal';
  }
}
