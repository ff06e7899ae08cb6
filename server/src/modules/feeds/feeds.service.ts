import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FeedsContext } from './feeds.context.ts';
import {
  dossierFeed,
  feed,
  manifest,
  robots,
  securityText,
  sitemap,
  sitemapPages,
  sitemapPart,
} from './feeds.queries.ts';

export type Feeds = ReturnType<typeof createFeeds>;

/** What machines read about the site itself and about published public results, and nothing about others. */
export function createFeeds(platform: Platform, modules: Omit<FeedsContext, 'platform'>) {
  const ctx: FeedsContext = { ...modules, platform };
  return bindContext(ctx, {
    feed,
    dossierFeed,
    manifest,
    robots,
    securityText,
    sitemap,
    sitemapPages,
    sitemapPart,
  });
}
