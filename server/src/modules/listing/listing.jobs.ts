import type { Platform } from '../../platform/platform.ts';
import type { Listing } from './listing.service.ts';

/** Rows show the name and the words of their SKU; there may be very many, so they follow in a job. */
export function defineListingJobs({ jobs }: Platform, listing: Listing): void {
  jobs.define<{ skuId: string }>('listing.sku', { expireInSeconds: 900 }, ({ skuId }) =>
    listing.refreshTestsOfSku(skuId),
  );
  jobs.define('listing.sort-in', { expireInSeconds: 900 }, () => listing.sortInTests());
  // A process of the release before may still be writing.
  jobs.every('listing.sort-in', '* * * * *');
}
