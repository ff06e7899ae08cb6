import { securityQuery } from '../features/dashboard/security/queries';
import { SecondFactor } from '../features/dashboard/security/second-factor';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(securityQuery)];

export default function Page() {
  return <SecondFactor />;
}
