import type { TestsPage } from '@vialproof/contract/tests';
import * as route from '@vialproof/contract/tests.routes';
import type { TypedResponse } from 'hono';
import type { z } from 'zod';
import { type ApiContext, answerAsciiJson, newRoutes } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { ListedPage, Listing } from './listing.service.ts';

/** The public list and its tests. */
export function listingRoutes(listing: Listing) {
  return newRoutes()
    .openapi(route.listTests, async (c) => {
      const { search = '', onlyPublic, onlySterility, page, limit } = c.req.valid('query');
      const offset = (page - 1) * limit;
      return sendPage(c, await listing.list({ search, onlyPublic, onlySterility, offset, limit }), {
        page,
        limit,
      });
    })
    .openapi(route.getTest, async (c) =>
      c.json({ data: unwrap(await listing.selectTest(c.req.valid('param').id)) }, 200),
    );
}

/** Rows are kept as the JSON that is sent; parsing and writing them again would cost more than the whole call. */
function sendPage(
  c: ApiContext,
  { bodies, total, isExact }: ListedPage,
  { page, limit }: { page: number; limit: number },
) {
  const relation = isExact ? 'exact' : 'at_least';
  const pagination = `{"page":${page},"limit":${limit},"total":${total},"total_relation":"${relation}"}`;
  const answer = answerAsciiJson(c, `{"data":[${bodies.join(',')}],"pagination":${pagination}}`);
  return answer as unknown as TypedResponse<z.infer<typeof TestsPage>, 200, 'json'>;
}
