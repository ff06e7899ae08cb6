import { Outlet } from 'react-router';
import { Shell } from '../features/site/shell';
import { ErrorPage } from '../ui/error-page';
import type { Route } from './+types/site';

export default function Site() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  );
}
