import { loadSignedIn } from '../features/dashboard/load';
import { MyTests, readFilter } from '../features/dashboard/my-tests';
import { testsQuery } from '../features/dashboard/queries';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/dashboard-tests';

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  loadSignedIn((queries) => [queries.prefetchQuery(testsQuery(readFilter(url.searchParams)))]);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My Tests', path: '/dashboard/tests', noindex: true });

export default function Page() {
  return <MyTests />;
}
