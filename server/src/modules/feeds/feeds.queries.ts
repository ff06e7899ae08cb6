import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { ListedTest } from '@vialproof/contract/tests';
import { siteIdentity } from '../../platform/config/public-config.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type DossierOf, listConfirmed, newestOf } from '../dossiers/dossiers.service.ts';
import { namedSubjectsOf } from '../makers/makers.service.ts';
import {
  countPublished,
  newestTests,
  publicTests,
  publishedBlocks,
  publishedIn,
} from '../publications/publications.service.ts';
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
import type { FeedsContext } from './feeds.service.ts';

const FEED_TESTS = 50;

export const robots = ({ platform }: FeedsContext): string => presentRobots(siteIdentity(platform));

export const manifest = ({ platform }: FeedsContext): string => presentManifest(siteIdentity(platform));

/** The file security.txt. Refusal: `not_found` without a contact. */
export function securityText({ platform }: FeedsContext): string | Refusal {
  const { config, clock } = platform;
  return config.securityContact === undefined
    ? refuse('not_found')
    : presentSecurityText(siteIdentity(platform), config.securityContact, clock.now());
}

/** The largest number of results in a file of a sitemap. */
const MOST_IN_ONE_FILE = 10_000;

/** The sitemap: a single file, or an index of several files. */
export const sitemap = ({ platform, publications, dossiers }: FeedsContext): Promise<string> =>
  platform.publicReads(async (db) => {
    const site = siteIdentity(platform);
    const isLarge = (await countPublished(publications, MOST_IN_ONE_FILE + 1, db)) > MOST_IN_ONE_FILE;
    if (isLarge) return presentSitemapIndex(site, await publishedBlocks(publications, db));
    const pages = await listConfirmed(dossiers, db);
    return presentSitemap(site, pages, await publishedIn(publications, undefined, db));
  });

export async function sitemapPages({ platform, dossiers }: FeedsContext): Promise<string> {
  const pages = await platform.publicReads((db) => listConfirmed(dossiers, db));
  return presentSitemap(siteIdentity(platform), pages, []);
}

export async function sitemapPart({ platform, publications }: FeedsContext, block: number): Promise<string> {
  const results = await platform.publicReads((db) => publishedIn(publications, block, db));
  return presentSitemapPart(siteIdentity(platform), results);
}

/** The feed of the newest results. */
export const testsFeed = (
  { platform, publications, makers }: FeedsContext,
  format: 'atom' | 'json',
): Promise<string> =>
  platform.publicReads(async (db) => {
    const tests = await newestTests(publications, FEED_TESTS, db);
    return presentTests({ platform, makers }, { tests, about: WHOLE_SITE, format }, db);
  });

/** The feed of a compound, maker or batch, with the path of its page. Refusal: `not_found`. */
export const dossierFeed = (
  { platform, publications, makers, dossiers }: FeedsContext,
  of: DossierOf,
): Promise<{ path: string; text: string } | Refusal> =>
  platform.publicReads(async (db) => {
    const found = await newestOf(dossiers, of, FEED_TESTS, db);
    if (isRefusal(found)) return found;
    const { name, path, requestIds } = found;
    const tests = await publicTests(publications, requestIds, db);
    const about = { subject: name, path };
    return { path, text: await presentTests({ platform, makers }, { tests, about, format: 'atom' }, db) };
  });

async function presentTests(
  { platform, makers }: Pick<FeedsContext, 'platform' | 'makers'>,
  feed: { tests: ListedTest[]; about: FeedSubject; format: 'atom' | 'json' },
  db: Queryable,
): Promise<string> {
  const tests = feed.tests.filter(({ result }) => result);
  const subjects = await namedSubjectsOf(
    makers,
    db,
    tests.map(({ request_id }) => request_id),
  );
  const links = new Map([...subjects].map(([id, subject]) => [id, dossierLinks(subject)]));
  return presentFeed(siteIdentity(platform), feed.about, tests, links, feed.format);
}
