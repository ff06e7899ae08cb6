import type { Role } from '@vialproof/contract/accounts';
import { LogOut } from 'lucide-react';
import { Link, redirect, redirectDocument, useLocation, useNavigate } from 'react-router';
import { signOut } from '../lib/api';
import { openPage } from '../lib/area';
import { useConfig } from '../lib/config';
import { pageMeta } from '../lib/page-meta';
import { readSession, useSession } from '../lib/session';
import { Button } from '../ui/button';
import { ErrorPage } from '../ui/error-page';
import { NotFound } from '../ui/not-found';
import { EmptyState, Skeleton } from '../ui/states';
import type { Route } from './+types/shell';
import { isDeniedCamera } from './camera-denied';
import { pages } from './pages';
import { ScanField } from './scan-field';
import { isBench, mayOpen, SectionNav } from './sections';
import { useLive } from './use-live';

/** Pages are fetched for staff only; the calls refuse everybody else by themselves. */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  const session = readSession();
  if (!session || session.user.role === 'customer') return null;
  // The laboratory's calls refuse staff who have yet to set up their second factor where one is required.
  if (session.user.second_factor === 'required') {
    throw redirect(`/dashboard/profile/second-factor?next=${encodeURIComponent(url.pathname + url.search)}`);
  }
  if (isDeniedCamera(url.pathname)) throw redirectDocument(url.pathname + url.search);
  return mayOpen(session.user.role, url.pathname) ? openPage(pages, url) : null;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) =>
  pageMeta(matches, { title: loaderData?.title ?? 'Laboratory', path: location.pathname, noindex: true });

function Header({ email }: { email: string }) {
  const brand = useConfig()?.brand.name ?? '';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  return (
    <header className="sticky top-0 z-40 border-rule border-b bg-paper">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <Link to="/lab" className="display-3 inline-flex min-h-11 items-center hover:text-accent">
          {brand} Laboratory
        </Link>
        <div
          className={`order-last w-full lg:order-none lg:w-auto lg:flex-1 lg:px-6 ${isBench(pathname) ? '' : 'max-lg:hidden'}`}
        >
          {/* Where a parcel is opened, every scan is a vial of it. */}
          {pathname === '/lab/intake' ? null : <ScanField />}
        </div>
        <div className="flex min-w-0 items-center gap-3">
          <span className="hidden max-w-52 truncate text-ink-soft text-sm sm:block" title={email}>
            {email}
          </span>
          <Button
            variant="quiet"
            size="small"
            onClick={leave}
            className="-mr-3"
            icon={<LogOut aria-hidden="true" className="size-4" />}
          >
            <span className="sr-only sm:not-sr-only">Sign out</span>
          </Button>
        </div>
      </div>
    </header>
  );
}

export function HydrateFallback() {
  return (
    <div className="page grid gap-6 py-6" aria-busy="true">
      <Skeleton className="h-14" />
      <Skeleton className="h-80" />
    </div>
  );
}

function Nothing({ role }: { role: Role }) {
  const { pathname } = useLocation();
  if (mayOpen(role, pathname)) return <NotFound />;
  return (
    <>
      <h1 className="sr-only">For admins</h1>
      <EmptyState title="This part is for admins" action={<Button to="/lab">Back to the queue</Button>} />
    </>
  );
}

/** The laboratory's shell. To everybody who is not staff there is nothing here. */
export default function Shell({ loaderData: open }: Route.ComponentProps) {
  const session = useSession();
  useLive(session && session.user.role !== 'customer' ? session.user.id : undefined);
  if (!session || session.user.role === 'customer') {
    return (
      <main>
        <NotFound />
      </main>
    );
  }
  return (
    <>
      <Header email={session.user.email} />
      <SectionNav role={session.user.role} />
      <main className="page py-6 md:py-8">
        {open ? (
          <open.Page params={open.params} search={open.search} />
        ) : (
          <Nothing role={session.user.role} />
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
