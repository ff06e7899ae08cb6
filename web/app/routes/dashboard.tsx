import { Outlet, redirect } from 'react-router';
import { DashboardShell, ShellSkeleton } from '../features/dashboard/shell';
import { signInAddress } from '../lib/next';
import { signedInMeta } from '../lib/page-meta';
import { readSession } from '../lib/session';
import { ErrorPage } from '../ui/error-page';
import type { Route } from './+types/dashboard';

const requireSession: Route.ClientMiddlewareFunction = ({ url }) => {
  if (!readSession()) throw redirect(signInAddress('page', url.pathname + url.search));
};

export const clientMiddleware = [requireSession];

/** A `clientLoader` makes the server send only `HydrateFallback`, because the server does not know the session. */
export function clientLoader() {
  return null;
}

export const meta = signedInMeta('Dashboard');

export function HydrateFallback() {
  return <ShellSkeleton />;
}

export default function Dashboard() {
  return (
    <DashboardShell>
      <Outlet />
    </DashboardShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DashboardShell>
      <ErrorPage error={error} />
    </DashboardShell>
  );
}
