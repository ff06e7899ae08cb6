import {
  Bell,
  CreditCard,
  FlaskConical,
  GalleryHorizontalEnd,
  LayoutDashboard,
  LogOut,
  Microscope,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation, useNavigate, useRevalidator } from 'react-router';
import { signOut } from '../../lib/api';
import { readSession, useSession } from '../../lib/session';
import { NeedsScripts, Skeleton } from '../../ui/states';
import { useLiveDashboard } from './use-live';

const entries = [
  { to: '/dashboard', label: 'Overview', Icon: LayoutDashboard },
  { to: '/dashboard/tests', label: 'My Tests', Icon: FlaskConical },
  { to: '/dashboard/watches', label: 'Watching', Icon: Bell },
  { to: '/dashboard/showcases', label: 'Paid display', Icon: GalleryHorizontalEnd },
  { to: '/dashboard/profile', label: 'Profile', Icon: UserRound },
  { to: '/dashboard/billing', label: 'Billing', Icon: CreditCard },
];

const entryClass =
  'flex min-h-11 shrink-0 items-center gap-3 rounded-sm px-3 whitespace-nowrap text-ink-soft hover:bg-wash hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink';

/**
 * The side menu. On a phone or a tablet it is one row that scrolls sideways, with the current entry in view; the fading
 * end shows that there is more.
 */
function Menu() {
  const navigate = useNavigate();
  const session = useSession();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`a[aria-current]`);
    if (!pathname || !row.current || !current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  return (
    <nav
      ref={row}
      aria-label="Dashboard"
      className="relative flex gap-1 max-lg:overflow-x-auto max-lg:p-1 max-lg:pr-12 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] max-lg:[scrollbar-width:none] lg:flex-col"
    >
      {entries.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/dashboard'} className={entryClass}>
          <Icon aria-hidden="true" className="hidden size-4.5 shrink-0 lg:block" />
          {label}
        </NavLink>
      ))}
      {session && session.user.role !== 'customer' ? (
        <NavLink to="/lab" className={entryClass}>
          <Microscope aria-hidden="true" className="hidden size-4.5 shrink-0 lg:block" />
          Laboratory
        </NavLink>
      ) : null}
      <button type="button" onClick={leave} className={entryClass}>
        <LogOut aria-hidden="true" className="hidden size-4.5 shrink-0 lg:block" />
        Sign out
      </button>
    </nav>
  );
}

/** The frame of all pages for signed-in users: the user's name, the side menu, and the page beside the menu. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { revalidate } = useRevalidator();
  useLiveDashboard();
  // A sign-out in another tab comes as a storage event. It may also have happened before this effect ran, so the effect
  // checks once.
  useEffect(() => {
    const changed = () => {
      if (!readSession()) void revalidate();
    };
    changed();
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, [revalidate]);
  // The user has signed out, so the page hides personal data and asks the server nothing.
  if (session === null) return <ShellSkeleton />;
  return (
    <div className="page py-6 md:py-12">
      <header className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-rule border-b pb-3 lg:mb-6 lg:pb-4">
        <p className="display-3">Dashboard</p>
        <p className="wrap-anywhere min-w-0 text-ink-soft text-sm">{session?.user.email ?? '\u00a0'}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
        <div className="min-w-0 max-lg:-mx-1 lg:sticky lg:top-24 lg:self-start">
          <Menu />
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

/** The frame that is shown while the page does not know yet whether a user is signed in. */
export function ShellSkeleton() {
  return (
    <div className="page grid gap-8 py-8 md:py-12" aria-busy="true">
      <h1 className="sr-only">Dashboard</h1>
      <NeedsScripts />
      <Skeleton className="h-8 w-40" />
      <div className="grid gap-8 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-12">
        <Skeleton className="h-11 lg:h-60" />
        <div className="grid gap-6">
          <Skeleton className="h-10 w-64" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </div>
  );
}
