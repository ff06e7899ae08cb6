import { bindContext } from '../../platform/bind-context.ts';
import { createLateWork } from '../../platform/late-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Chromatograms } from '../chromatograms/chromatograms.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Registrations } from '../registrations/registrations.service.ts';
import type { Results } from '../results/results.service.ts';
import type { ListingContext } from './listing.context.ts';
import {
  countPublished,
  findPublishedTests,
  listTests,
  newestTests,
  selectNewestTrace,
  selectTest,
} from './listing.queries.ts';
import { checkCards } from './use-cases/check-cards.ts';
import { refreshTests, refreshTestsOfSku, sortInTests } from './use-cases/refresh-tests.ts';

export type Listing = ReturnType<typeof createListing>;

/** The public list: paid and later requests, updated at the end of the transaction of each change, read without joins. */
export function createListing(
  platform: Platform,
  deps: {
    catalog: Catalog;
    orders: Orders;
    results: Results;
    certificates: Certificates;
    chromatograms: Chromatograms;
    registrations: Registrations;
    makers: Makers;
  },
) {
  const { catalog, ...others } = deps;
  const { orders, results, certificates, makers } = others;
  const ctx: ListingContext = { platform, ...others, changed: createTopic() };
  const listing = createLateWork<string>((tx, requestIds) => refreshTests(ctx, tx, requestIds));
  orders.changed.subscribe(async (tx, { requestId }) => listing.add(tx, [requestId]));
  results.changed.subscribe(async (tx, { requestId }) => listing.add(tx, [requestId]));
  // Photos stand on the test's own page alone.
  results.photosChanged.subscribe((tx, event) => ctx.changed.publish(tx, event));
  makers.changed.subscribe(async (tx, change) => listing.add(tx, await makers.requestsOfChange(tx, change)));
  certificates.changed.subscribe((tx, event) => ctx.changed.publish(tx, event));
  catalog.changed.subscribe(async (tx, { skuId, isDescribedAnew }) => {
    if (isDescribedAnew) await platform.jobs.send(tx, 'listing.sku', { skuId });
  });
  return {
    /** Published inside the transaction whenever what the public sees of a test has changed. */
    changed: ctx.changed,
    ...bindContext(ctx, {
      list: listTests,
      newest: newestTests,
      findPublished: findPublishedTests,
      countPublished,
      selectTest,
      selectNewestTrace,
      refreshTestsOfSku,
      sortInTests,
      checkCards,
    }),
  };
}
