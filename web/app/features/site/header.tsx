import { Fragment, lazy, Suspense, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { signOut } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Hamburger } from './hamburger';
import { carryNext, siteLinks } from './links';
import { Wordmark } from './wordmark';

const loadMenu = () => import('./mobile-menu');
const MobileMenu = lazy(loadMenu);

const link =
  'inline-flex min-h-11 items-center border-transparent border-b-2 whitespace-nowrap hover:text-accent aria-[current=page]:border-accent aria-[current=page]:text-ink';

export function Header() {
  const [open, setOpen] = useState(false);
  // The menu's code comes when a finger or the focus nears the button.
  const [wanted, setWanted] = useState(false);
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  const [home, ...rest] = siteLinks;
  return (
    <header className="sticky top-0 z-40 border-rule border-b bg-paper print:hidden">
      <div className="page flex min-h-16 items-center justify-between gap-6">
        <Wordmark />
        <nav
          aria-label="Main"
          className="hidden flex-1 items-center justify-between gap-6 text-ink-soft text-sm min-[70rem]:flex noscript:flex noscript:flex-wrap"
        >
          <div className="flex items-center gap-5 noscript:flex-wrap noscript:gap-y-0">
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
            <div className="flex min-w-0 items-center gap-5">
              <span className="max-w-52 truncate" title={session.user.email}>
                {session.user.email}
              </span>
              <button type="button" onClick={leave} className={link}>
                Logout
              </button>
            </div>
          ) : (
            <div data-when="signed-out" className="flex items-center gap-5">
              <NavLink to={carryNext('/register', search)} className={link}>
                Register
              </NavLink>{' '}
              <NavLink to={carryNext('/login', search)} className={link}>
                Login
              </NavLink>
            </div>
          )}
        </nav>
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void loadMenu()}
          onFocus={() => void loadMenu()}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
          className="-mr-2.5 grid size-11 place-items-center rounded-sm noscript:hidden min-[70rem]:hidden"
        >
          <Hamburger open={open} />
        </button>
      </div>
      {wanted ? (
        <Suspense>
          <MobileMenu open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}
