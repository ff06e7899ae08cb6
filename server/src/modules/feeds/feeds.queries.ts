import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { ListedTest } from '@vialproof/contract/tests';
import { siteIdentity } from '../../platform/public-config.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FeedsContext } from './feeds.context.ts';
import {
  presentFeed,
  presentManifest,
  presentRobots,
  presentSecurityText,
  presentSitemap,
  presentSitemapIndex,
  presentSitemapPart,
} from './feeds.presenter.ts';
import { BLOCK_SIZE, hasMoreThan, publishedIn, readBlocks } from './feeds.store.ts';

const FEED_TESTS = 50;

export const robots = ({ platform }: FeedsContext): string => presentRobots(siteIdentity(platform));

export const manifest = ({ platform }: FeedsContext): string => presentManifest(siteIdentity(platform));

/** Whom to write to about a weakness; not_found where nobody is named. */
export function securityText({ platform }: FeedsContext): string | Refusal {
  const { config, clock } = platform;
  return config.securityContact === undefined
    ? refuse('not_found')
    : presentSecurityText(siteIdentity(platform), config.securityContact, clock.now());
}

/** The map of the site: one file, or the table of its parts when there are too many results for one (the protocol allows 50,000). */
export async function sitemap({ platform, dossiers }: FeedsContext): Promise<string> {
  const { pool } = platform.db;
  return (await hasMoreThan(pool, BLOCK_SIZE))
    ? presentSitemapIndex(siteIdentity(platform), await readBlocks(pool))
    : presentSitemap(siteIdentity(platform), await dossiers.listConfirmed(), await publishedIn(pool));
}

export const sitemapPages = async ({ platform, dossiers }: FeedsContext): Promise<string> =>
  presentSitemap(siteIdentity(platform), await dossiers.listConfirmed(), []);

export async function sitemapPart({ platform }: FeedsContext, block: number): Promise<string> {
  return presentSitemapPart(siteIdentity(platform), await publishedIn(platform.db.pool, block));
}

/** The newest results. */
export async function feed(
  { platform, listing, makers }: FeedsContext,
  format: 'atom' | 'json',
): Promise<string> {
  const bodies = await listing.newest(FEED_TESTS);
  const tests = bodies.map((body) => JSON.parse(body) as ListedTest).filter(({ result }) => result);
  const subjects = await makers.subjectsOf(
    platform.db.orm,
    tests.map(({ request_id }) => request_id),
  );
  const links = new Map([...subjects].map(([id, subject]) => [id, dossierLinks(subject)]));
  return presentFeed(siteIdentity(platform), tests, links, format);
}
