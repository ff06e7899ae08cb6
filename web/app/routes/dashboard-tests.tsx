import { MyTests, readFilter } from '../features/dashboard/my-tests';
import { testsQuery } from '../features/dashboard/queries';
import type { Asked } from '../lib/area';
import type { Prefetch } from '../lib/query-client';

export const prefetch =
  ({ search }: Asked): Prefetch =>
  (queries) => [queries.prefetchQuery(testsQuery(readFilter(search)))];

export default function Page() {
  return <MyTests />;
}
