import { Billing } from '../features/dashboard/billing';
import { loadSignedIn } from '../features/dashboard/load';
import { paymentsQuery } from '../features/dashboard/queries';
import { pageMeta } from '../lib/page-meta';
import type { Route } from './+types/dashboard-billing';

export const clientLoader = () => loadSignedIn((queries) => [queries.prefetchQuery(paymentsQuery)]);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Billing', path: '/dashboard/billing', noindex: true });

export default function Page() {
  return <Billing />;
}
