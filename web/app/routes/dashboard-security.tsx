import { securityQuery } from '../features/dashboard/security/queries';
import { Security } from '../features/dashboard/security/security';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(securityQuery)];

export default function Page() {
  return <Security />;
}
