import { receiptQuery } from '../features/dashboard/queries';
import { ReceiptPage } from '../features/dashboard/receipt';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(receiptQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <ReceiptPage id={id} />;
}
