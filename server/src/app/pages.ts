import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Context, Hono } from 'hono';
import {
  createPublicAnswer,
  isAccepted,
  type PublicAnswer,
  respondTo,
} from '../platform/cache/public-answer.ts';
import {
  addressOf,
  declaredAddress,
  NotCached,
  publicKey,
  splitAddress,
} from '../platform/cache/public-cache.ts';
import type { ApiEnv } from '../platform/http/http.ts';
import { pageHeaders, sealScripts } from '../platform/http/page-policy.ts';
import { readPageFiles } from '../platform/http/pages-files.ts';
import { redactUrl } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { INSIDE, isReadable, methodNotAllowed, pageForms, plainText } from './page-forms.ts';

/** Calls the API as the website does. */
export type ApiFetch = {
  fetch(request: Request, env?: ApiEnv['Bindings']): Response | Promise<Response>;
};
export type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;
/** The pages, from web/app/handler.ts. */
export type PageHandler = {
  render(request: Request, context: { mark: string; api: InProcessApi }): Promise<Response>;
  /**
   * Which query parameters the page reads, whether it is cached, and whether an old copy may be shown. Undefined in
   * development.
   */
  queryOf(path: string): { reads: readonly string[]; isKept: boolean; mayBeOld: boolean } | undefined;
  /** Whether this page accepts a form. */
  takesForm(path: string): boolean;
  /** The pattern of the page's path, such as /tests/:id. */
  patternOf(path: string): string | undefined;
};
/** The website: its pages, its files, and its server in development. */
export type FrontEnd = {
  handler: PageHandler;
  files: ReadonlyMap<string, PublicAnswer>;
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

const BUILD = fileURLToPath(new URL('../../../web/build/', import.meta.url));
/** The headers that a page may set; others are dropped. */
const PASSED_ON = ['Cache-Control', 'Location', 'Retry-After'];

/** Loads the built pages (see platform/http/pages-build.ts). */
export async function loadPages(options: { production: boolean }): Promise<FrontEnd> {
  const file = `${BUILD}server/handler.js`;
  await access(file);
  const built: { createPages: () => PageHandler } = await import(pathToFileURL(file).href);
  return { handler: built.createPages(), files: await readPageFiles(`${BUILD}client`, options) };
}

/**
 * Sends files and pages. Every page is made for an anonymous visitor. Public pages are cached.
 * @param api the API, which pages call inside this process.
 */
export function createPages(platform: Platform, { handler, files }: FrontEnd, api: ApiFetch) {
  const { config, log, publicCache } = platform;
  publicCache.addFiles(files);
  const inProcess: InProcessApi = async (path, init) =>
    api.fetch(new Request(new URL(path, INSIDE), init), { hasPlace: true });

  /** A page as text. A Response means: never cache it. */
  async function render(
    address: string,
    form?: RequestInit,
    call = inProcess,
  ): Promise<Response | PublicAnswer> {
    const mark = config.development ? '' : randomBytes(16).toString('base64url');
    const answer = await handler.render(new Request(INSIDE + address, form), { mark, api: call });
    const sealed = config.development ? undefined : sealScripts(await answer.text(), mark);
    const headers = pageHeaders({ address, hashes: sealed?.hashes, production: config.production });
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    if (!sealed) return new Response(answer.body, { status: answer.status, headers });
    if (form || answer.status !== 200 || headers['Cache-Control']) {
      headers['Cache-Control'] ??= 'no-store';
      if (answer.status === 503) headers['Retry-After'] ??= '5';
      return new Response(sealed.html, { status: answer.status, headers });
    }
    // Caches must ask again each time, so that a withdrawn result disappears at once.
    headers['Cache-Control'] = 'public, no-cache';
    return createPublicAnswer(new Uint8Array(Buffer.from(sealed.html)), headers);
  }

  async function cached(key: string, mayBeOld: boolean): Promise<PublicAnswer> {
    return publicCache.fetch(key, async () => {
      const rendered = await render(key);
      if (rendered instanceof Response) throw new NotCached(rendered);
      return { ...rendered, mayBeOld };
    });
  }

  async function answer(request: Request, path: string, query: string): Promise<Response> {
    const page = handler.queryOf(path);
    const address = page ? declaredAddress(path + query, page.reads) : path + query;
    const key = page?.isKept ? publicKey(address) : undefined;
    try {
      const made = await (key === undefined ? render(address) : cached(key, page?.mayBeOld ?? false));
      return made instanceof Response ? made : await respondTo(request, made);
    } catch (error) {
      if (error instanceof NotCached) {
        const failed = error.answer();
        // The page failed because of the database, but the cache may still have a good copy.
        const old = key !== undefined && failed.status === 503 ? publicCache.findOld(key) : undefined;
        return old ? respondTo(request, old) : failed;
      }
      log.error({ err: error, url: redactUrl(path + query) }, 'a page failed');
      return plainText(500, 'Something went wrong on our side.\n');
    }
  }

  const site = new Hono().route('/', pageForms({ handler, platform, api, render }));
  return site.all('*', (c: Context) => {
    const { method, url } = c.req.raw;
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed();
    const [path, query] = splitAddress(addressOf(url));
    if (!isReadable(path)) return plainText(400, 'Bad request\n');
    const readable = withoutInvisible(path);
    if (readable !== path) return plainText(301, '', { Location: readable + query });
    const file = files.get(path);
    if (file) return respondTo(c.req.raw, file);
    // A name with a dot is a file, so a missing /favicon.ico gets a short 404.
    if (/\/[^/]*\.[^/]*$/.test(path)) return plainText(404, 'Not found\n');
    if (!isAccepted(c.req.header('accept'), 'text/html'))
      return plainText(406, 'This is a page: text/html\n');
    return answer(c.req.raw, path, query);
  });
}

/**
 * The path without invisible spaces, which old certificates contain, and with one slash at its start, because two would
 * mean another host.
 */
function withoutInvisible(path: string): string {
  const read = path.replace(/%E2%80%8B/gi, '');
  return read === path ? path : `/${read.replace(/^\/+/, '')}`;
}
