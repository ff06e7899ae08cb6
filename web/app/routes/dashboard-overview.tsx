import { Overview } from '../features/dashboard/overview';
import { statsQuery } from '../features/dashboard/queries';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(statsQuery)];

export default function Page() {
  return <Overview />;
}
