import type { TestsPage } from '@vialproof/contract/tests';
import * as route from '@vialproof/contract/tests.routes';
import type { TypedResponse } from 'hono';
import type { z } from 'zod';
import { answerAsciiJson, newRoutes } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { writePage } from './listing.presenter.ts';
import type { Listing } from './listing.service.ts';

/** The public list and its tests. */
export function listingRoutes(listing: Listing) {
  return newRoutes()
    .openapi(route.listTests, async (c) => {
      const { search = '', onlyPublic, onlySterility, page, limit } = c.req.valid('query');
      const offset = (page - 1) * limit;
      const found = await listing.list({ search, onlyPublic, onlySterility, offset, limit });
      const answer = answerAsciiJson(c, writePage(found, { page, limit }));
      return answer as unknown as TypedResponse<z.infer<typeof TestsPage>, 200, 'json'>;
    })
    .openapi(route.getTest, async (c) =>
      c.json({ data: unwrap(await listing.selectTest(c.req.valid('param').id)) }, 200),
    );
}
