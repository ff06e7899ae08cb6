import { House, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  data,
  isRouteErrorResponse,
  Link,
  Navigate,
  Outlet,
  redirect,
  redirectDocument,
  useLocation,
  useNavigate,
} from 'react-router';
import { signOut } from '../lib/api';
import { isDeniedCamera } from '../lib/camera-denied';
import { useConfig } from '../lib/config';
import { pageOfRights } from '../lib/next';
import { signedInMeta } from '../lib/page-meta';
import { readSession, useSession } from '../lib/session';
import { Button } from '../ui/button';
import { ErrorPage } from '../ui/error-page';
import { NotFound } from '../ui/not-found';
import { EmptyState, NeedsScripts, Skeleton } from '../ui/states';
import type { Route } from './+types/shell';
import { EndingKeys } from './ending-keys';
import { focusScan, ScanField } from './scan-field';
import { isBench, mayOpen, SectionNav } from './sections';
import { SessionEnd } from './session-end';
import { useShortcuts } from './shortcuts';
import { useLiveLab } from './use-live';

const PASSKEY_PAGE = '/lab/passkey';

/** Pages of the laboratory load for staff only. The API refuses all other users. */
const requireStaff: Route.ClientMiddlewareFunction = ({ url }) => {
  const session = readSession();
  if (!session || session.user.role === 'customer') throw data(null, { status: 404 });
  // The API of the laboratory refuses staff who must use a passkey, or set up a second factor, first.
  const first = pageOfRights(session.user, url.pathname + url.search);
  if (first && url.pathname !== PASSKEY_PAGE) throw redirect(first);
  if (isDeniedCamera(url.pathname)) throw redirectDocument(url.pathname + url.search);
  if (!mayOpen(session.user.role, url.pathname)) throw data(null, { status: 403 });
};

export const clientMiddleware = [requireStaff];

/**
 * A `clientLoader` makes the server send only `HydrateFallback`, because the server does not know whether a user is
 * signed in.
 */
export function clientLoader() {
  return null;
}

export const meta = signedInMeta('Laboratory');

function Header({ email }: { email: string }) {
  const brand = useConfig()?.brand.name ?? '';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  // A page without a scan field leads to the queue, whose field then takes the focus.
  useShortcuts({ k: () => focusScan() || void navigate('/lab') }, { closesDialogs: true });
  return (
    <header className="sticky top-0 z-40 border-rule border-b bg-paper">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <Link
          to="/lab"
          className="display-3 inline-flex min-h-11 items-center hover:text-accent"
        >{`${brand} Laboratory`}</Link>
        <div
          className={`order-last w-full lg:order-none lg:w-auto lg:flex-1 lg:px-6 ${isBench(pathname) ? '' : 'max-lg:not-focus-within:sr-only'}`}
        >
          {/* On the page for parcels this field is hidden, because there every scan is a vial. */}
          {pathname === '/lab/intake' || pathname === PASSKEY_PAGE ? null : <ScanField />}
        </div>
        <div className="flex min-w-0 items-center gap-x-1 sm:gap-x-3">
          <Button variant="quiet" size="small" to="/" icon={<House aria-hidden="true" className="size-4" />}>
            <span className="sr-only sm:not-sr-only">Home page</span>
          </Button>
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
      <SessionEnd />
    </header>
  );
}

export function HydrateFallback() {
  return (
    <div className="page grid gap-6 py-6" aria-busy="true">
      <NeedsScripts />
      <Skeleton className="h-14" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** The frame of every laboratory page. Users who are not staff get Not Found. */
function Frame({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const first = session && pageOfRights(session.user, pathname + search);
  const hasRights = Boolean(session && session.user.role !== 'customer' && !first);
  useLiveLab(hasRights);
  if (!session || session.user.role === 'customer') {
    return (
      <main>
        <NotFound />
      </main>
    );
  }
  // A session can lose the rights while the page is open.
  if (first && pathname !== PASSKEY_PAGE) return <Navigate to={first} replace />;
  return (
    <>
      <Header email={session.user.email} />
      {hasRights ? <SectionNav role={session.user.role} /> : null}
      {hasRights ? <EndingKeys /> : null}
      {/* Another user's page starts anew, so that it does not show input of the former user. */}
      <main key={session.user.id} className="page py-6 md:py-8">
        {children}
      </main>
    </>
  );
}

export default function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isForAdmins = isRouteErrorResponse(error) && error.status === 403;
  return (
    <Frame>
      {isForAdmins ? (
        <>
          <h1 className="sr-only">For admins</h1>
          <EmptyState title="This part is for admins" action={<Button to="/lab">Back to the queue</Button>} />
        </>
      ) : (
        <ErrorPage error={error} />
      )}
    </Frame>
  );
}
