import { testQuery } from '../features/dashboard/queries';
import { TestPage } from '../features/dashboard/test-page';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ params: { id = '' } }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(testQuery(id))];

export default function Page({ params: { id = '' } }: Asked) {
  return <TestPage id={id} />;
}
