import { labelsQuery } from '../features/dashboard/queries';
import { VialLabel } from '../features/dashboard/vial-label';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(labelsQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <VialLabel id={id} />;
}
