import { TestsQuery } from '@vialproof/contract/tests';
import * as route from '@vialproof/contract/tests.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type ListingContext, listTests, selectNewestTrace, selectTest } from './listing.service.ts';

/** Routes for the public list and for its tests. */
export function listingRoutes(platform: Platform, listing: ListingContext) {
  const isPublic = publicAnswer(platform, Object.keys(TestsQuery.shape));
  return (
    newRoutes()
      .openapi({ ...route.listTests, middleware: isPublic }, async (c) => {
        const { search = '', sort = 'published', ...ask } = c.req.valid('query');
        return c.json(await listTests(listing, { ...ask, search, sort }), 200);
      })
      // Must come before /tests/{id}, because that pattern matches this path too.
      .openapi({ ...route.newestTrace, middleware: publicAnswer(platform) }, async (c) =>
        c.json({ data: await selectNewestTrace(listing) }, 200),
      )
      .openapi({ ...route.getTest, middleware: publicAnswer(platform) }, async (c) =>
        c.json({ data: unwrap(await selectTest(listing, c.req.valid('param').id)) }, 200),
      )
  );
}
