import { Outlet, redirect } from 'react-router';
import { DashboardShell, ShellSkeleton } from '../features/dashboard/shell';
import { pageMeta } from '../lib/page-meta';
import { readSession } from '../lib/session';
import type { Route } from './+types/dashboard';

/** Only the browser knows whether somebody is signed in, so the server draws the skeleton. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  if (!readSession()) throw redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`);
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Dashboard', path: '/dashboard', noindex: true });

export function HydrateFallback() {
  return <ShellSkeleton />;
}

export default function Shell() {
  return (
    <DashboardShell>
      <Outlet />
    </DashboardShell>
  );
}
