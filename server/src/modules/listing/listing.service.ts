import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ListingContext } from './listing.context.ts';
import { listTests, selectNewestTrace, selectTest } from './listing.queries.ts';

export type Listing = ReturnType<typeof createListing>;

/** The public list, and the page of each of its tests. */
export function createListing(platform: Platform, modules: Omit<ListingContext, 'platform'>) {
  const ctx: ListingContext = { platform, ...modules };
  return bindContext(ctx, { list: listTests, selectTest, selectNewestTrace });
}
