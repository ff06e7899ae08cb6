import { receiptQuery } from '../features/dashboard/queries';
import { ReceiptPage } from '../features/dashboard/receipt';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';
import { routeId } from '../lib/route-id';
import type { Route } from './+types/dashboard-receipt';

export const handle: PageHandle = { query: [] };

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadInBrowser((queries) => [queries.prefetchQuery(receiptQuery(routeId(params)))]);

export const meta = signedInMeta('Receipt');

export default function Page({ params: { id } }: Route.ComponentProps) {
  return <ReceiptPage id={id} />;
}
