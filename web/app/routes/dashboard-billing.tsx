import { Billing } from '../features/dashboard/billing';
import { paymentsQuery } from '../features/dashboard/queries';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(paymentsQuery)];

export default function Page() {
  return <Billing />;
}
