import { dossierLinks } from '@vialproof/contract/dossier-links';
import type { ListedTest } from '@vialproof/contract/tests';
import { siteIdentity } from '../../platform/config/public-config.ts';
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
export async function sitemap({ platform, publications, dossiers }: FeedsContext): Promise<string> {
  const { orm } = platform.db;
  const isLarge = (await countPublished(publications, MOST_IN_ONE_FILE + 1, orm)) > MOST_IN_ONE_FILE;
  return isLarge
    ? presentSitemapIndex(siteIdentity(platform), await publishedBlocks(publications))
    : presentSitemap(siteIdentity(platform), await listConfirmed(dossiers), await publishedIn(publications));
}

export const sitemapPages = async ({ platform, dossiers }: FeedsContext): Promise<string> =>
  presentSitemap(siteIdentity(platform), await listConfirmed(dossiers), []);

export async function sitemapPart({ platform, publications }: FeedsContext, block: number): Promise<string> {
  return presentSitemapPart(siteIdentity(platform), await publishedIn(publications, block));
}

/** The feed of the newest results. */
export async function testsFeed(
  { platform, publications, makers }: FeedsContext,
  format: 'atom' | 'json',
): Promise<string> {
  const tests = await newestTests(publications, FEED_TESTS);
  return presentTests({ platform, makers }, tests, WHOLE_SITE, format);
}

/** The feed of a compound, maker or batch, with the path of its page. Refusal: `not_found`. */
export async function dossierFeed(
  { platform, publications, makers, dossiers }: FeedsContext,
  of: DossierOf,
): Promise<{ path: string; text: string } | Refusal> {
  const found = await newestOf(dossiers, of, FEED_TESTS);
  if (isRefusal(found)) return found;
  const { name, path, requestIds } = found;
  const tests = await publicTests(publications, requestIds, platform.db.orm);
  return { path, text: await presentTests({ platform, makers }, tests, { subject: name, path }, 'atom') };
}

async function presentTests(
  { platform, makers }: Pick<FeedsContext, 'platform' | 'makers'>,
  listed: ListedTest[],
  about: FeedSubject,
  format: 'atom' | 'json',
): Promise<string> {
  const tests = listed.filter(({ result }) => result);
  const subjects = await namedSubjectsOf(
    makers,
    platform.db.orm,
    tests.map(({ request_id }) => request_id),
  );
  const links = new Map([...subjects].map(([id, subject]) => [id, dossierLinks(subject)]));
  return presentFeed(siteIdentity(platform), about, tests, links, format);
}
