import type { Platform } from '../../platform/platform.ts';
import type { DossiersContext } from '../dossiers/dossiers.service.ts';
import type { MakersContext } from '../makers/makers.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';

export {
  dossierFeed,
  manifest,
  robots,
  securityText,
  sitemap,
  sitemapPages,
  sitemapPart,
  testsFeed,
} from './feeds.queries.ts';

export type FeedsContext = {
  platform: Platform;
  publications: PublicationsContext;
  dossiers: DossiersContext;
  makers: MakersContext;
};

/** Data for programs. They contain only public results and facts about the site. */
export function createFeedsContext(
  platform: Platform,
  modules: Omit<FeedsContext, 'platform'>,
): FeedsContext {
  return { ...modules, platform };
}
