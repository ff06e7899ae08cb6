import { LogOut } from 'lucide-react';
import { Link, Outlet, useNavigate } from 'react-router';
import { signOut } from '../lib/api';
import { useConfig } from '../lib/config';
import { pageMeta } from '../lib/page-meta';
import { useSession } from '../lib/session';
import { Button } from '../ui/button';
import { ErrorPage } from '../ui/error-page';
import { NotFound } from '../ui/not-found';
import { Skeleton } from '../ui/states';
import type { Route } from './+types/shell';
import { ScanField } from './scan-field';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Laboratory', path: '/lab', noindex: true });

function Header({ email }: { email: string }) {
  const brand = useConfig()?.brand.name ?? '';
  const navigate = useNavigate();
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
        <div className="order-last w-full lg:order-none lg:w-auto lg:flex-1 lg:px-6">
          <ScanField />
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

/** The laboratory's shell. To everybody who is not staff there is nothing here; the calls refuse by themselves. */
export default function Shell() {
  const session = useSession();
  if (session === undefined) {
    return (
      <div className="page grid gap-6 py-6" aria-busy="true">
        <Skeleton className="h-14" />
        <Skeleton className="h-80" />
      </div>
    );
  }
  if (session === null || session.user.role === 'customer') {
    return (
      <main>
        <NotFound />
      </main>
    );
  }
  return (
    <>
      <Header email={session.user.email} />
      <main className="page py-6 md:py-8">
        <Outlet />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
