import { type Context, Hono } from 'hono';
import { answerEncoded, type EncodedAnswer, encodedAnswer } from '../../platform/encoded-answer.ts';
import { createKeptAnswers } from '../../platform/kept-answers.ts';
import { PAGES_CHANGED } from '../../platform/page-policy.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { Publicity } from './publicity.service.ts';

const KEPT_BYTES = 8_000_000;
const KEPT_SECONDS = 300;

/**
 * What machines read of the public site: robots.txt, security.txt, the map of the site, feeds, the manifest, and the pictures that
 * link previews show. Kept like pages, and forgotten with them.
 */
export function publicityRoutes(platform: Platform, publicity: Publicity): Hono {
  const { coherence, clock } = platform;
  const shelf = createKeptAnswers({
    mostBytes: KEPT_BYTES,
    maxAgeSeconds: KEPT_SECONDS,
    clock,
    isTrusted: coherence.isTrusted,
  });
  coherence.listen(PAGES_CHANGED, { heard: shelf.forgetAll, forgetAll: shelf.forgetAll });
  const routes = new Hono();

  async function send(c: Context, type: string, write: () => string | Promise<string>): Promise<Response> {
    const key = c.req.path;
    const make = async () => encodedAnswer(new TextEncoder().encode(await write()), headersOf(type));
    return answerEncoded(shelf.find(key) ?? (await shelf.make(key, make)), c.req.raw);
  }
  const notFound = (c: Context) => c.text('Not found\n', 404, { 'Cache-Control': 'no-store' });

  routes.get('/robots.txt', (c) => send(c, 'text/plain; charset=utf-8', publicity.robots));
  routes.get('/.well-known/security.txt', async (c) => {
    const text = publicity.securityText();
    return isRefusal(text) ? notFound(c) : send(c, 'text/plain; charset=utf-8', () => text);
  });
  routes.get('/manifest.webmanifest', (c) => send(c, 'application/manifest+json', publicity.manifest));
  routes.get('/sitemap.xml', (c) => send(c, 'application/xml; charset=utf-8', publicity.sitemap));
  routes.get('/sitemaps/:part{([0-9]{1,9}|pages)\\.xml}', (c) => {
    const [part = ''] = c.req.param('part').split('.');
    return send(c, 'application/xml; charset=utf-8', () =>
      part === 'pages' ? publicity.sitemapPages() : publicity.sitemapPart(Number(part)),
    );
  });
  routes.get('/feed.atom', (c) =>
    send(c, 'application/atom+xml; charset=utf-8', () => publicity.feed('atom')),
  );
  routes.get('/feed.json', (c) => send(c, 'application/feed+json', () => publicity.feed('json')));

  routes.get('/share/site.png', async (c) => answerEncoded(await publicity.siteImage(), c.req.raw));
  routes.get('/share/groups/:file{[0-9a-f-]{36}\\.png}', async (c) => {
    const found = await publicity.groupImage(c.req.param('file').slice(0, 36));
    return isRefusal(found) ? notFound(c) : answerEncoded(found, c.req.raw);
  });
  routes.get('/share/:id/:revision{[0-9]{1,6}\\.png}', async (c) => {
    const found = await publicity.resultImage(
      c.req.param('id'),
      Number.parseInt(c.req.param('revision'), 10),
    );
    if (isRefusal(found)) return notFound(c);
    // Somebody read the page before the result was amended.
    if (typeof found === 'string') return c.body(null, 302, { Location: found, 'Cache-Control': 'no-store' });
    return answerEncoded(found satisfies EncodedAnswer, c.req.raw);
  });
  return routes;
}

/** Asked for again each time: what is withdrawn must be gone everywhere at once. */
const headersOf = (type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'public, no-cache',
  'X-Content-Type-Options': 'nosniff',
});
