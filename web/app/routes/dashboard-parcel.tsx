import { Parcel } from '../features/groups/parcel';
import { parcelQuery } from '../features/groups/queries';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(parcelQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <Parcel id={id} />;
}
