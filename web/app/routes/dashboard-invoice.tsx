import { InvoicePage } from '../features/dashboard/invoice';
import { invoiceQuery } from '../features/dashboard/queries';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(invoiceQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <InvoicePage id={id} />;
}
