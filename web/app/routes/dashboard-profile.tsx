import { loadSignedIn } from '../features/dashboard/load';
import { ProfileForm } from '../features/dashboard/profile-form';
import { profileQuery } from '../features/dashboard/queries';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/dashboard-profile';

export const clientLoader = () => loadSignedIn((queries) => [queries.prefetchQuery(profileQuery)]);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Profile', path: '/dashboard/profile', noindex: true });

export default function Page() {
  return <ProfileForm />;
}
