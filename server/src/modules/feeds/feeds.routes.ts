import { type Context, Hono } from 'hono';
import type { ApiEnv } from '../../platform/http/http.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import { FOR_OTHER_SITES } from '../../platform/http/usual-headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import type { DossierOf } from '../dossiers/dossiers.service.ts';
import {
  dossierFeed,
  type FeedsContext,
  manifest,
  robots,
  securityText,
  sitemap,
  sitemapPages,
  sitemapPart,
  testsFeed,
} from './feeds.service.ts';

const typed = (type: string) => ({ 'Content-Type': type });
const TEXT = typed('text/plain; charset=utf-8');
const XML = typed('application/xml; charset=utf-8');
const ATOM = { ...typed('application/atom+xml; charset=utf-8'), ...FOR_OTHER_SITES };
const JSON_FEED = { ...typed('application/feed+json'), ...FOR_OTHER_SITES };

const answer = (c: Context, text: string | Refusal, headers: Record<string, string>) =>
  isRefusal(text) ? c.text('Not found\n', 404, { 'Cache-Control': 'no-store' }) : c.body(text, 200, headers);

/** Answers with the feed of a compound, maker or batch. Other spellings of its address redirect. */
async function answerDossier(c: Context, feeds: FeedsContext, of: DossierOf): Promise<Response> {
  const feed = await dossierFeed(feeds, of);
  if (isRefusal(feed)) return answer(c, feed, ATOM);
  const own = `${feed.path}/feed.atom`;
  return c.req.path === own ? answer(c, feed.text, ATOM) : c.redirect(own, 301);
}

/** Routes for programs: robots.txt, security.txt, sitemap, feeds and manifest. */
export function feedsRoutes(platform: Platform, feeds: FeedsContext): Hono<ApiEnv> {
  const isPublic = publicAnswer(platform);
  return new Hono<ApiEnv>()
    .get('/robots.txt', isPublic, (c) => c.body(robots(feeds), 200, TEXT))
    .get('/.well-known/security.txt', isPublic, (c) => {
      const text = securityText(feeds);
      return answer(c, text, TEXT);
    })
    .get('/manifest.webmanifest', isPublic, (c) =>
      c.body(manifest(feeds), 200, typed('application/manifest+json')),
    )
    .get('/sitemap.xml', isPublic, async (c) => c.body(await sitemap(feeds), 200, XML))
    .get('/sitemaps/:part{([0-9]{1,9}|pages)\\.xml}', isPublic, async (c) => {
      const [part = ''] = c.req.param('part').split('.');
      const text = part === 'pages' ? await sitemapPages(feeds) : await sitemapPart(feeds, Number(part));
      return c.body(text, 200, XML);
    })
    .get('/feed.atom', isPublic, async (c) => c.body(await testsFeed(feeds, 'atom'), 200, ATOM))
    .get('/compounds/:slug/feed.atom', isPublic, (c) =>
      answerDossier(c, feeds, { kind: 'compound', slug: c.req.param('slug') }),
    )
    .get('/makers/:slug/feed.atom', isPublic, (c) =>
      answerDossier(c, feeds, { kind: 'maker', slug: c.req.param('slug') }),
    )
    .get('/batches/:maker/:code/feed.atom', isPublic, (c) =>
      answerDossier(c, feeds, { kind: 'batch', ...c.req.param() }),
    )
    .get('/feed.json', isPublic, async (c) => c.body(await testsFeed(feeds, 'json'), 200, JSON_FEED));
}
