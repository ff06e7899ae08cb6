import type { ListedTest, PublicTest } from '@vialproof/contract/tests';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import { type Filter, listingPagesStore, type PageAsk } from './listing.pages.store.ts';
import { type ListedPage, presentRow, presentTest } from './listing.presenter.ts';
import { fold, planSearch, SAMPLED_ROWS, termOf } from './listing.rules.ts';
import { listingStore } from './listing.store.ts';

export type Listing = ReturnType<typeof createListing>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PIECE = 200;

/** The public list: paid and later requests, kept with every change in its own transaction, read without joins. */
export function createListing(
  platform: Platform,
  {
    catalog,
    orders,
    results,
    certificates,
  }: { catalog: Catalog; orders: Orders; results: Results; certificates: Certificates },
) {
  const { db, jobs } = platform;
  const store = listingStore(db.pool);
  const pages = listingPagesStore(db.pool);
  const changed = createTopic<{ requestId: string }>();

  async function refresh(tx: Tx, { requestId }: { requestId: string }): Promise<void> {
    const source = await store.findSource(tx, requestId);
    const isChanged = source ? await store.save(tx, presentRow(source)) : await store.remove(tx, requestId);
    if (isChanged) await changed.publish(tx, { requestId });
  }
  orders.changed.subscribe(async (tx, news) => {
    if (!news.isPassed) await refresh(tx, news);
  });
  results.changed.subscribe(refresh);

  /** Brings rows up to date, a few hundred a transaction. */
  async function refreshPieces(next: (after: string) => Promise<string[]>): Promise<void> {
    let after = FIRST_ID;
    for (let ids = await next(after); ids.length > 0; ids = await next(after)) {
      await db.transaction(async (tx) => {
        for (const requestId of ids) await refresh(tx, { requestId });
      });
      after = ids.at(-1) ?? after;
    }
  }

  // Rows show the test's name and words; there may be very many, so they follow in a job.
  jobs.define<{ skuId: string }>('listing.sku', { expireInSeconds: 900 }, ({ skuId }) =>
    refreshPieces((after) => store.requestIdsOfSku(skuId, after, PIECE)),
  );
  catalog.changed.subscribe(async (tx, { skuId, isDescribedAnew }) => {
    if (isDescribedAnew) await jobs.send(tx, 'listing.sku', { skuId });
  });

  async function search(filter: Filter, folded: string, ask: PageAsk): Promise<ListedPage> {
    const term = termOf(folded);
    const matched = await pages.match(filter, term);
    const { plan, total } = planSearch(matched, ask);
    const hits =
      plan.way === 'gather'
        ? await pages.gather(filter, term, ask, plan.reach)
        : plan.way === 'walk'
          ? await pages.walk(filter, term, ask)
          : { bodies: [], tests: 0 };
    const { bodies } = hits;
    if (total.kind === 'counted') return { bodies, total: hits.tests, isExact: true };
    if (total.kind !== 'sampled') return { bodies, total: total.tests, isExact: total.kind === 'exact' };
    const sampled = await pages.sample(filter, term);
    const isExact = matched.rows <= SAMPLED_ROWS;
    return { bodies, total: isExact ? sampled : Math.max(sampled, total.tests), isExact };
  }

  return {
    /** Told inside the transaction whenever what the public sees of a test has changed. */
    changed,

    /** A page, newest published first, with the total under the same filters and search. */
    list(ask: PageAsk & Filter & { search: string }): Promise<ListedPage> {
      const term = ask.search === '' ? '' : fold(ask.search);
      return term === ''
        ? pages.page(ask, ask).then(({ bodies, tests }) => ({ bodies, total: tests, isExact: true }))
        : search(ask, term, ask);
    },

    /** One test of the list; a private one reduced. Refuses not_found, also for what is no id. */
    async selectTest(id: string): Promise<PublicTest | Refusal> {
      const row = UUID.test(id) ? await store.findBody(id) : undefined;
      if (!row) return refuse('not_found');
      const listed: ListedTest = JSON.parse(row.body);
      if (!row.isPublic) return presentTest(listed, null);
      const [request, result, retracted] = await Promise.all([
        orders.select(id),
        results.findPublished(id),
        results.retractionOf(id),
      ]);
      return presentTest(listed, {
        certificates: await certificates.issuedFor(request),
        dosage_text: request.dosageText,
        received_at: request.receivedAt?.toISOString() ?? null,
        retracted,
        result: result ?? null,
      });
    },

    /** Brings every row up to date, a few hundred a transaction: after a change of what rows hold. */
    refreshAll: (): Promise<void> => refreshPieces((after) => store.requestIds(after, PIECE)),
  };
}
