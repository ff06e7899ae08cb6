import { ProfileForm } from '../features/dashboard/profile-form';
import { profileQuery } from '../features/dashboard/queries';
import type { Prefetch } from '../lib/query-client';

export const prefetch = (): Prefetch => (queries) => [queries.prefetchQuery(profileQuery)];

export default function Page() {
  return <ProfileForm />;
}
