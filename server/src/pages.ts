import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { redactUrl } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';

type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;
/** What web/app/handler.ts makes: the whole front end as one function. */
export type PageHandler = (
  request: Request,
  context: { nonce: string; api: InProcessApi },
) => Promise<Response>;

const BUILD = fileURLToPath(new URL('../../web/build/', import.meta.url));
const YEAR_SECONDS = 31_536_000;

/** The built front end; build it first (platform/pages-build.ts). */
export async function loadPages(): Promise<PageHandler> {
  const file = `${BUILD}server/handler.js`;
  await access(file);
  const built: { createPageHandler: () => PageHandler } = await import(pathToFileURL(file).href);
  return built.createPageHandler();
}

/**
 * Files and pages. A name with an ending is a file and never reaches the pages: /favicon.ico that is not there is a
 * short 404, not an error page.
 * @param api the API, called in process by the pages' loaders.
 */
export function pageRoutes(platform: Platform, pages: () => PageHandler, api: { fetch: Hono['fetch'] }) {
  const { config, log } = platform;
  const app = new Hono();

  app.use(
    '/assets/*',
    serveStatic({
      root: `${BUILD}client`,
      onFound: (_path, c) => c.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`),
    }),
  );
  app.use(
    '*',
    serveStatic({
      root: `${BUILD}client`,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=3600'),
    }),
  );

  app.all('*', async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Method not allowed\n', 405);
    if (/\/[^/]*\.[^/]*$/.test(c.req.path)) return c.text('Not found\n', 404);
    const nonce = config.development ? '' : randomBytes(16).toString('base64');
    try {
      const answer = await pages()(c.req.raw, { nonce, api: inProcess(c, api) });
      return withHeaders(answer, pageHeaders(nonce, config));
    } catch (error) {
      log.error({ err: error, url: redactUrl(c.req.path) }, 'a page failed');
      return c.text('Something went wrong on our side.\n', 500);
    }
  });
  return app;
}

/** Loaders speak to the same API that browsers do, with the visitor's cookie and address, without a socket. */
function inProcess(c: Context, api: { fetch: Hono['fetch'] }): InProcessApi {
  return async (path, init) => {
    const headers = new Headers(init?.headers);
    const cookie = c.req.header('cookie');
    const forwarded = c.req.header('x-forwarded-for');
    if (cookie) headers.set('cookie', cookie);
    if (forwarded) headers.set('x-forwarded-for', forwarded);
    return api.fetch(new Request(new URL(path, 'http://in.process'), { ...init, headers }), c.env);
  };
}

function pageHeaders(nonce: string, config: Platform['config']): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    // A unique key can stand in the address of /verify: no other site is told where somebody came from.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  };
  if (nonce) {
    headers['Content-Security-Policy'] = [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  }
  if (config.production) headers['Strict-Transport-Security'] = `max-age=${YEAR_SECONDS}; includeSubDomains`;
  return headers;
}

function withHeaders(answer: Response, headers: Record<string, string>): Response {
  const all = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers: all });
}
