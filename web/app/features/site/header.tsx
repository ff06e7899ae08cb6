import { Fragment } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { signOut } from '../../lib/api';
import { homeOf } from '../../lib/next';
import { useSession } from '../../lib/session';
import { carryNext, siteLinks } from './links';
import { Menu, MenuButton } from './menu';
import { Wordmark } from './wordmark';

const link =
  'inline-flex min-h-11 items-center border-transparent border-b-2 whitespace-nowrap hover:text-accent aria-[current=page]:border-accent aria-[current=page]:text-ink';

export function Header() {
  const session = useSession();
  const navigate = useNavigate();
  const here = useLocation();
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  const isStaff = session && homeOf(session.user) === '/lab';
  const [home, ...rest] = siteLinks;
  return (
    <>
      <header className="sticky top-0 z-40 border-rule border-b bg-paper print:hidden">
        <div className="page flex min-h-16 items-center justify-between gap-x-2 min-[20rem]:gap-x-6">
          <Wordmark />
          <nav
            aria-label="Main"
            className="hidden min-w-0 flex-1 items-center justify-between gap-6 text-ink-soft text-sm min-[70rem]:flex"
          >
            {/* Long translated words may use a second line. */}
            <div className="flex min-w-0 flex-wrap items-center gap-x-5">
              {home ? (
                <NavLink to={home.to} end className={link}>
                  {home.header}
                </NavLink>
              ) : null}{' '}
              {session ? (
                <NavLink to="/dashboard" className={link}>
                  Dashboard
                </NavLink>
              ) : null}{' '}
              {isStaff ? (
                <NavLink to="/lab" className={link}>
                  Laboratory
                </NavLink>
              ) : null}{' '}
              <NavLink to="/request" className={link}>
                Request a test
              </NavLink>
              {rest.map((entry) => (
                <Fragment key={entry.to}>
                  {' '}
                  <NavLink to={entry.to} className={link}>
                    {entry.header}
                  </NavLink>
                </Fragment>
              ))}
            </div>
            {session ? (
              <div className="flex min-w-0 shrink-0 grow basis-44 items-center justify-end gap-5">
                <span className="max-w-52 truncate" title={session.user.email}>
                  {session.user.email}
                </span>
                <button type="button" onClick={leave} className={link}>
                  Logout
                </button>
              </div>
            ) : (
              <div data-when="signed-out" className="flex shrink-0 items-center gap-5">
                <NavLink to={carryNext('/register', here)} className={link}>
                  Register
                </NavLink>{' '}
                <NavLink to={carryNext('/login', here)} className={link}>
                  Login
                </NavLink>
              </div>
            )}
          </nav>
          <MenuButton />
        </div>
      </header>
      <Menu session={session} onLeave={leave} />
    </>
  );
}
