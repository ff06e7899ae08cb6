import type { ListedTest } from '@vialproof/contract/tests';
import type { Tx } from '../../platform/database.ts';
import type { EncodedAnswer } from '../../platform/encoded-answer.ts';
import { PAGES_CHANGED } from '../../platform/page-policy.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Listing } from '../listing/listing.service.ts';
import {
  presentFeed,
  presentManifest,
  presentRobots,
  presentSecurityText,
  presentSitemap,
  presentSitemapIndex,
  presentSitemapPart,
  type Site,
} from './publicity.presenter.ts';
import { publicityStore } from './publicity.store.ts';
import { shareImages } from './share-images.ts';

export type Publicity = ReturnType<typeof createPublicity>;

/** A map of the site has a file for so many results; the protocol allows 50,000. */
const SITEMAP_TESTS = 10_000;
const FEED_TESTS = 50;

/**
 * What the site tells everybody about published public results, and nothing about others: map, feeds, pictures for
 * link previews. And it tells every instance when kept pages are out of date.
 */
export function createPublicity(
  platform: Platform,
  { catalog, groups, listing }: { catalog: Catalog; groups: Groups; listing: Listing },
) {
  const { clock, coherence, config, db } = platform;
  const store = publicityStore(db.pool);
  const site = (): Site => ({
    url: platform.publicUrl(),
    brand: config.brandName,
    labName: config.lab.name,
  });
  const images = shareImages(platform);

  const outdate = (tx: Tx) => coherence.announce(tx, PAGES_CHANGED, 'all');
  listing.changed.subscribe(outdate);
  catalog.changed.subscribe(outdate);

  return {
    /** For whatever else public pages show: makes every instance forget its kept pages once `tx` is committed. */
    outdate,

    robots: () => presentRobots(site()),
    /** Whom to write to about a weakness; not_found where nobody is named. */
    securityText: (): string | Refusal =>
      config.securityContact === undefined
        ? refuse('not_found')
        : presentSecurityText(site(), config.securityContact, clock.now()),
    manifest: () => presentManifest(site()),

    /** One file, or the table of its parts when there are too many results for one. */
    async sitemap(): Promise<string> {
      const blocks = await store.blocks(SITEMAP_TESTS);
      const tests = blocks.reduce((sum, block) => sum + block.tests, 0);
      if (tests > SITEMAP_TESTS) return presentSitemapIndex(site(), blocks);
      return presentSitemap(site(), await store.published(SITEMAP_TESTS));
    },
    sitemapPages: () => presentSitemap(site(), []),
    async sitemapPart(block: number): Promise<string> {
      return presentSitemapPart(site(), await store.published(SITEMAP_TESTS, block));
    },

    /** The newest results. */
    async feed(format: 'atom' | 'json'): Promise<string> {
      const ask = { onlyPublic: true, onlySterility: false, search: '', offset: 0, limit: FEED_TESTS };
      const { bodies } = await listing.list(ask);
      const tests = bodies.map((body) => JSON.parse(body) as ListedTest).filter(({ result }) => result);
      return presentFeed(site(), tests, format);
    },

    /** The picture of the site itself. */
    siteImage: (): Promise<EncodedAnswer> => images.ofSite(site()),

    /** The picture of a listed group; an unlisted one has none (not_found). */
    async groupImage(id: string): Promise<EncodedAnswer | Refusal> {
      const group = await groups.detail(id, null);
      if (isRefusal(group)) return group;
      return group.test.is_public ? images.ofGroup(site(), group.test) : refuse('not_found');
    },

    /**
     * The picture of a public test's published result: 1200 × 630, PNG. Another revision than the standing one is
     * answered with the standing one's address; private, unfinished and withdrawn tests have none (not_found).
     */
    async resultImage(id: string, revision: number): Promise<EncodedAnswer | string | Refusal> {
      const test = await listing.selectTest(id);
      if (isRefusal(test)) return test;
      if (!test.result) return refuse('not_found');
      if (test.result.revision !== revision) return `/share/${test.request_id}/${test.result.revision}.png`;
      return images.ofResult(site(), { ...test, result: test.result });
    },
  };
}
