import type { Platform } from '../../platform/platform.ts';
import type { CertificatesContext } from '../certificates/certificates.service.ts';
import type { MakersContext } from '../makers/makers.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';
import type { RegistrationsContext } from '../registrations/registrations.service.ts';
import type { ResultsContext } from '../results/results.service.ts';

export { listTests, selectNewestTrace, selectTest } from './listing.queries.ts';

export type ListingContext = {
  platform: Platform;
  publications: PublicationsContext;
  orders: OrdersContext;
  results: ResultsContext;
  certificates: CertificatesContext;
  registrations: RegistrationsContext;
  makers: MakersContext;
};

/** The public list, and the page of each test. */
export function createListingContext(
  platform: Platform,
  modules: Omit<ListingContext, 'platform'>,
): ListingContext {
  return { platform, ...modules };
}
