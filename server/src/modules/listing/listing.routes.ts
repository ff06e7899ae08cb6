import { type TestsPage, TestsQuery } from '@vialproof/contract/tests';
import * as route from '@vialproof/contract/tests.routes';
import type { TypedResponse } from 'hono';
import type { z } from 'zod';
import { newRoutes } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicAnswer } from '../../platform/public-routes.ts';
import { unwrap } from '../../platform/refusal.ts';
import { presentPage } from './listing.presenter.ts';
import type { Listing } from './listing.service.ts';

/** The public list and its tests. */
export function listingRoutes(platform: Platform, listing: Listing) {
  const isPublic = publicAnswer(platform, Object.keys(TestsQuery.shape));
  return (
    newRoutes()
      .openapi({ ...route.listTests, middleware: isPublic }, async (c) => {
        const { search = '', sort = 'published', page, limit, ...filter } = c.req.valid('query');
        const found = await listing.list({ ...filter, search, sort, limit, offset: (page - 1) * limit });
        const text = presentPage(found, { page, limit });
        const answer = c.body(text, 200, { 'Content-Type': 'application/json' });
        return answer as unknown as TypedResponse<z.infer<typeof TestsPage>, 200, 'json'>;
      })
      // The literal stands before /tests/{id}.
      .openapi({ ...route.newestTrace, middleware: publicAnswer(platform) }, async (c) =>
        c.json({ data: await listing.selectNewestTrace() }, 200),
      )
      .openapi({ ...route.getTest, middleware: publicAnswer(platform) }, async (c) =>
        c.json({ data: unwrap(await listing.selectTest(c.req.valid('param').id)) }, 200),
      )
  );
}
