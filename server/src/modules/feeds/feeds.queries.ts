import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { ListedTest } from '@vialproof/contract/tests';
import { siteIdentity } from '../../platform/public-config.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { DossierOf } from '../dossiers/dossiers.service.ts';
import type { FeedsContext } from './feeds.context.ts';
import {
  type FeedSubject,
  presentFeed,
  presentManifest,
  presentRobots,
  presentSecurityText,
  presentSitemap,
  presentSitemapIndex,
  presentSitemapPart,
  WHOLE_SITE,
} from './feeds.presenter.ts';
import { BLOCK_SIZE, bodiesOf, hasMoreThan, publishedIn, readBlocks } from './feeds.store.ts';

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
  return presentTests({ platform, makers }, bodies, WHOLE_SITE, format);
}

/**
 * The newest results of a compound, a maker or a batch, with the path of its page: by an alias it is another than was asked for. Refuses
 * not_found where there is no dossier.
 */
export async function dossierFeed(
  { platform, makers, dossiers }: FeedsContext,
  of: DossierOf,
): Promise<{ path: string; text: string } | Refusal> {
  const found = await dossiers.newest(of, FEED_TESTS);
  if (isRefusal(found)) return found;
  const { name, path, requestIds } = found;
  const bodies = await bodiesOf(platform.db.pool, requestIds);
  return { path, text: await presentTests({ platform, makers }, bodies, { subject: name, path }, 'atom') };
}

async function presentTests(
  { platform, makers }: Pick<FeedsContext, 'platform' | 'makers'>,
  bodies: string[],
  about: FeedSubject,
  format: 'atom' | 'json',
): Promise<string> {
  const tests = bodies.map((body) => JSON.parse(body) as ListedTest).filter(({ result }) => result);
  const subjects = await makers.subjectsOf(
    platform.db.orm,
    tests.map(({ request_id }) => request_id),
  );
  const links = new Map([...subjects].map(([id, subject]) => [id, dossierLinks(subject)]));
  return presentFeed(siteIdentity(platform), about, tests, links, format);
}
