import { EmailForm } from '../features/dashboard/security/email-form';
import { securityQuery } from '../features/dashboard/security/queries';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(securityQuery)];

export default function Page() {
  return <EmailForm />;
}
