import { PasswordForm } from '../features/dashboard/security/password-form';
import { securityQuery } from '../features/dashboard/security/queries';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(securityQuery)];

export default function Page() {
  return <PasswordForm />;
}
