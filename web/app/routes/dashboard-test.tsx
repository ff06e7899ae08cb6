import { loadSignedIn } from '../features/dashboard/load';
import { testQuery } from '../features/dashboard/queries';
import { TestPage } from '../features/dashboard/test-page';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/dashboard-test';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadSignedIn((queries) => [queries.prefetchQuery(testQuery(params.id))]);

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: 'My test', path: `/dashboard/tests/${params.id}`, noindex: true });

export default function Page({ params }: Route.ComponentProps) {
  return <TestPage id={params.id} />;
}
