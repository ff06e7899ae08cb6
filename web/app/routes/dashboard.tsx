import { redirect } from 'react-router';
import { DashboardShell, ShellSkeleton } from '../features/dashboard/shell';
import { openPage } from '../lib/area';
import { pageMeta } from '../lib/page-meta';
import { readSession } from '../lib/session';
import { NotFound } from '../ui/not-found';
import type { Route } from './+types/dashboard';
import { pages } from './dashboard.pages';

/** Only the browser knows whether somebody is signed in, so the server draws the skeleton. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  if (!readSession()) throw redirect(`/login?next=${encodeURIComponent(url.pathname + url.search)}`);
  return openPage(pages, url);
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) =>
  pageMeta(matches, { title: loaderData?.title ?? 'Dashboard', path: location.pathname, noindex: true });

export function HydrateFallback() {
  return <ShellSkeleton />;
}

export default function Dashboard({ loaderData: open }: Route.ComponentProps) {
  if (!open) return <NotFound />;
  const { Page, params, search } = open;
  return (
    <DashboardShell>
      <Page params={params} search={search} />
    </DashboardShell>
  );
}
