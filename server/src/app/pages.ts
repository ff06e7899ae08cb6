import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Context, Hono } from 'hono';
import type { DirectAnswer } from '../platform/direct-answer.ts';
import { answerEncoded, type EncodedAnswer, encodedAnswer, sendEncoded } from '../platform/encoded-answer.ts';
import { createKeptAnswers } from '../platform/kept-answers.ts';
import { redactUrl } from '../platform/log.ts';
import { PAGES_CHANGED, pageHeaders, sealScripts } from '../platform/page-policy.ts';
import { readPageFiles } from '../platform/pages-files.ts';
import type { Platform } from '../platform/platform.ts';

type InProcessApi = (path: string, init?: RequestInit) => Promise<Response>;
/** What web/app/handler.ts makes: the whole front end. */
export type PageHandler = {
  render(request: Request, context: { mark: string; api: InProcessApi }): Promise<Response>;
  /** The address that a page may be kept under; undefined for one that is made anew each time. */
  keptAddress(path: string, query: string): string | undefined;
};
/** The front end as it is served: its pages, and its files by their address. */
export type FrontEnd = { handler: () => PageHandler; files: Map<string, EncodedAnswer> };

const BUILD = fileURLToPath(new URL('../../../web/build/', import.meta.url));
/** Nothing changes unannounced; this is for what an announcement cannot reach, such as the year in the footer. */
const KEPT_SECONDS = 60;
const KEPT_BYTES = 16_000_000;
/** Addresses with a query are countless: they must not drive out the pages themselves. */
const KEPT_BYTES_OF_QUERIES = 8_000_000;
/** Addresses whose query was read are remembered, so many and of such a length. */
const KNOWN_ADDRESSES = 1_000;
const LONGEST_KNOWN = 300;
/** What a page may say of its own answer. */
const PASSED_ON = ['Cache-Control', 'Location', 'Retry-After'];
/** Stands for the visitor's host, which has no part in a page. */
const INSIDE = 'http://pages.internal';

/** The built front end; build it first (platform/pages-build.ts). */
export async function loadPages(options: { production: boolean }): Promise<FrontEnd> {
  const file = `${BUILD}server/handler.js`;
  await access(file);
  const built: { createPages: () => PageHandler } = await import(pathToFileURL(file).href);
  const handler = built.createPages();
  return { handler: () => handler, files: await readPageFiles(`${BUILD}client`, options) };
}

/**
 * Files and pages. Every page is the same for everybody, so pages are kept for a moment and sent from memory; a change
 * of what they show makes all of them forgotten at once.
 * @param api the API, called in process by the pages' loaders, always as an anonymous visitor.
 */
export function createPages(platform: Platform, { handler, files }: FrontEnd, api: { fetch: Hono['fetch'] }) {
  const { config, clock, coherence, log } = platform;
  const options = { maxAgeSeconds: KEPT_SECONDS, clock, isTrusted: coherence.isTrusted };
  const plain = createKeptAnswers({ ...options, mostBytes: KEPT_BYTES });
  const queried = createKeptAnswers({ ...options, mostBytes: KEPT_BYTES_OF_QUERIES });
  const forget = () => {
    plain.forgetAll();
    queried.forgetAll();
  };
  if (!config.development) coherence.listen(PAGES_CHANGED, { heard: forget, forgetAll: forget });
  const inProcess: InProcessApi = async (path, init) => api.fetch(new Request(new URL(path, INSIDE), init));

  const shelfOf = (address: string) => (address.includes('?') ? queried : plain);

  /** The whole of a page; one that failed, is not there, leads elsewhere or lacks a part is a Response: never kept. */
  async function render(address: string): Promise<Response | EncodedAnswer> {
    const mark = config.development ? '' : randomBytes(16).toString('base64url');
    const answer = await handler().render(new Request(INSIDE + address), { mark, api: inProcess });
    const sealed = config.development ? undefined : sealScripts(await answer.text(), mark);
    const headers = pageHeaders({ address, hashes: sealed?.hashes, production: config.production });
    for (const name of PASSED_ON) {
      const value = answer.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    if (!sealed) return new Response(answer.body, { status: answer.status, headers });
    if (answer.status !== 200 || headers['Cache-Control']) {
      headers['Cache-Control'] ??= 'no-store';
      if (answer.status === 503) headers['Retry-After'] ??= '5';
      return new Response(sealed.html, { status: answer.status, headers });
    }
    // Whoever keeps it asks again each time: what was withdrawn is gone everywhere at once.
    headers['Cache-Control'] = 'public, no-cache';
    return encodedAnswer(new Uint8Array(Buffer.from(sealed.html)), headers);
  }

  async function fresh(request: Request, address: string, kept: string | undefined): Promise<Response> {
    try {
      if (kept === undefined || config.development) {
        const made = await render(address);
        return made instanceof Response ? made : await answerEncoded(made, request);
      }
      const made = await shelfOf(kept).make(kept, async () => {
        const rendered = await render(kept);
        if (rendered instanceof Response) throw new NotKept(rendered);
        return rendered;
      });
      return await answerEncoded(made, request);
    } catch (error) {
      if (error instanceof NotKept) return error.answer.clone();
      log.error({ err: error, url: redactUrl(address) }, 'a page failed');
      return plainText(500, 'Something went wrong on our side.\n');
    }
  }

  const app = new Hono();
  // A name with an ending is a file and never reaches the pages: /favicon.ico that is not there is a short 404.
  app.all('*', (c: Context) => {
    const { method, url } = c.req.raw;
    if (method !== 'GET' && method !== 'HEAD') {
      return plainText(405, 'Method not allowed\n', { Allow: 'GET, HEAD' });
    }
    const { path, query } = addressOf(url);
    if (!isReadable(path)) return plainText(400, 'Bad request\n');
    const readable = withoutInvisible(path);
    if (readable !== path) return plainText(301, '', { Location: readable + query });
    if (/\/[^/]*\.[^/]*$/.test(path)) return plainText(404, 'Not found\n');
    return fresh(c.req.raw, path + query, handler().keptAddress(path, query));
  });

  const known = new Map<string, string | undefined>();

  /** The address that a page is kept under; of one with a query, which is read for that, found out once. */
  function keptAddress({ path, query }: Address): string | undefined {
    if (query === '') return handler().keptAddress(path, query);
    const address = path + query;
    if (known.has(address)) return known.get(address);
    const kept = handler().keptAddress(path, query);
    if (known.size >= KNOWN_ADDRESSES) known.clear();
    if (address.length <= LONGEST_KNOWN) known.set(address, kept);
    return kept;
  }

  /** What lies ready: a file, or a page kept from a moment ago. */
  function find(address: Address): EncodedAnswer | undefined {
    const file = files.get(address.path);
    if (file || config.development) return file;
    const kept = keptAddress(address);
    return kept === undefined ? undefined : shelfOf(kept).find(kept);
  }

  const direct: DirectAnswer = (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !url.startsWith('/') || url.startsWith('/api/')) return false;
    const found = find(addressAt(url, 0));
    return found !== undefined && sendEncoded(found, headers, response);
  };

  return {
    routes: app,

    /** Sends what lies ready without a Request and a Response, which cost as much as the rest of it. */
    direct,

    /** The answer, when it lies ready. */
    atHand(request: Request): Response | Promise<Response> | undefined {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const found = find(addressOf(request.url));
      return found && answerEncoded(found, request);
    },
  };
}

/** Carries an answer past the shelf, also to those who waited for it. */
class NotKept extends Error {
  readonly answer: Response;
  constructor(answer: Response) {
    super('not kept');
    this.answer = answer;
  }
}

type Address = { path: string; query: string };

/** Path and query as they stand in an absolute address, without reading them: 'http://host/path?query'. */
function addressOf(url: string): Address {
  return addressAt(url, url.indexOf('/', url.indexOf('//') + 2));
}

function addressAt(url: string, from: number): Address {
  const mark = url.indexOf('?', from);
  return mark === -1
    ? { path: url.slice(from), query: '' }
    : { path: url.slice(from, mark), query: url.slice(mark) };
}

/**
 * The path without zero-width spaces, which earlier certificates have in the address that they print. It begins with one
 * slash: two of them would lead to another host.
 */
function withoutInvisible(path: string): string {
  const read = path.replace(/%E2%80%8B/gi, '');
  return read === path ? path : `/${read.replace(/^\/+/, '')}`;
}

/** Whether its percent signs mean something. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
