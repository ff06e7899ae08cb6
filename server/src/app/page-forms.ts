import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type PublicAnswer, respondTo } from '../platform/cache/public-answer.ts';
import { addressOf, splitAddress } from '../platform/cache/public-cache.ts';
import { clientAddress } from '../platform/http/http.ts';
import type { Platform } from '../platform/platform.ts';
import { Refusal } from '../platform/refusal.ts';
import { crowdedPage } from './crowded-page.ts';
import type { ApiFetch, InProcessApi, PageHandler } from './pages.ts';

/** The host in a request for a page. Pages do not use it. */
export const INSIDE = 'http://pages.internal';
/** The largest size of a form. */
const FORM_BYTES = 10_000;
const FORM_TYPE = 'application/x-www-form-urlencoded';

type Render = (address: string, form: RequestInit, api: InProcessApi) => Promise<Response | PublicAnswer>;

/** Answers forms of browsers without scripts. The answer is only for the sender, and is never cached. */
export function pageForms(options: {
  handler: PageHandler;
  platform: Platform;
  api: ApiFetch;
  render: Render;
}): Hono {
  const { handler, platform, api, render } = options;

  /** The API inside this process. Its limits count the visitor who sent the form. */
  function apiFor({ env, req }: Context): InProcessApi {
    const forwarded = req.header('x-forwarded-for');
    return async (path, init) => {
      const call = new Request(new URL(path, INSIDE), init);
      if (forwarded !== undefined) call.headers.set('x-forwarded-for', forwarded);
      return api.fetch(call, { ...env, hasPlace: true });
    };
  }

  const limited = bodyLimit({ maxSize: FORM_BYTES, onError: () => plainText(413, 'Too large\n') });
  return new Hono().post('*', limited, async (c) => {
    const [path] = splitAddress(addressOf(c.req.raw.url));
    if (!isReadable(path) || !handler.takesForm(path)) return methodNotAllowed();
    // A form from another site is refused, and uses up none of the visitor's tries.
    if (!['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site'))) {
      return plainText(403, 'Please send the form from its own page.\n');
    }
    if (c.req.header('content-type')?.split(';')[0]?.trim() !== FORM_TYPE) {
      return plainText(415, 'Unsupported media type\n');
    }
    const form = { method: 'POST', body: await c.req.text(), headers: { 'Content-Type': FORM_TYPE } };
    // Takes a place only after the whole form has arrived, so that a slow sender blocks nobody.
    const leave = await platform.turns.forms.take(clientAddress(c, platform.config.trustProxy));
    if (leave instanceof Refusal) return crowdedPage(platform, leave);
    try {
      const made = await render(path, form, apiFor(c));
      return made instanceof Response ? made : await respondTo(c.req.raw, made);
    } catch (error) {
      platform.log.error({ err: error, url: path }, 'a form failed');
      return plainText(500, 'Something went wrong on our side.\n');
    } finally {
      leave();
    }
  });
}

/** Whether the path can be decoded. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const methodNotAllowed = (): Response =>
  plainText(405, 'Method not allowed\n', { Allow: 'GET, HEAD' });

export function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
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
