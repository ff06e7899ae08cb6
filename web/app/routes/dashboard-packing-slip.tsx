import { PackingSlip } from '../features/dashboard/packing-slip';
import { labelsQuery, testQuery } from '../features/dashboard/queries';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(labelsQuery(id)), queries.prefetchQuery(testQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <PackingSlip id={id} />;
}
