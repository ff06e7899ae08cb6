import { InvoicePage } from '../features/dashboard/invoice';
import { invoiceQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-invoice';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(invoiceQuery(routeId(params)))]);

export const meta = signedInMeta('Invoice');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <InvoicePage id={id} />;
}
