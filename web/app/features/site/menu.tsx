import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { homeOf } from '../../lib/next';
import type { Session } from '../../lib/session';
import { Button } from '../../ui/button';
import { SidePanel } from '../../ui/side-panel';
import { Hamburger } from './hamburger';
import { carryNext, siteLinks } from './links';
import { Wordmark } from './wordmark';

const item =
  'flex min-h-13 items-center border-rule border-b font-medium tracking-wide hover:text-accent aria-[current=page]:text-accent';
const button = '-mr-2.5 grid size-11 shrink-0 place-items-center rounded-sm';
/** From this window width on, the header has space for its links. */
const wide = '(width >= 70rem)';

export function MenuButton() {
  return (
    <button
      type="button"
      popoverTarget="menu"
      aria-label="Open menu"
      aria-haspopup="dialog"
      className={`${button} min-[70rem]:hidden`}
    >
      <Hamburger />
    </button>
  );
}

/** The menu of small screens, as high as the window. */
export function Menu({ session, onLeave }: { session: Session | null | undefined; onLeave: () => void }) {
  const menu = useRef<HTMLDialogElement>(null);
  const here = useLocation();
  const { key } = here;
  const shownAt = useRef(key);

  // A menu that the user opened before hydration stays open.
  useEffect(() => {
    if (shownAt.current !== key) menu.current?.hidePopover();
    shownAt.current = key;
  }, [key]);
  useEffect(() => {
    const room = matchMedia(wide);
    const close = () => menu.current?.hidePopover();
    room.addEventListener('change', close);
    return () => room.removeEventListener('change', close);
  }, []);

  return (
    <SidePanel id="menu" label="Menu" ref={menu}>
      <div className="flex min-h-16 items-center justify-between gap-3">
        <Wordmark />
        <button
          type="button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
          className={button}
        >
          <Hamburger />
        </button>
      </div>
      <nav aria-label="Menu" className="grid border-rule border-t">
        {siteLinks.map((link) => (
          <NavLink key={link.to} to={link.to} end={link.to === '/'} className={item}>
            {link.menu}
          </NavLink>
        ))}
        {session ? (
          <>
            <NavLink to="/dashboard" className={item}>
              DASHBOARD
            </NavLink>
            {homeOf(session.user) === '/lab' ? (
              <NavLink to="/lab" className={item}>
                LABORATORY
              </NavLink>
            ) : null}
            <p className="flex min-h-13 items-center border-rule border-b text-ink-soft wrap-anywhere">
              {session.user.email}
            </p>
            <button type="button" onClick={onLeave} className={`${item} text-left`}>
              LOGOUT
            </button>
          </>
        ) : (
          <div data-when="signed-out">
            <NavLink to={carryNext('/register', here)} className={item}>
              REGISTER
            </NavLink>
            <NavLink to={carryNext('/login', here)} className={item}>
              LOGIN
            </NavLink>
          </div>
        )}
      </nav>
      <div className="mt-auto pt-8">
        <Button to="/request" size="large" wide>
          REQUEST A TEST
        </Button>
      </div>
    </SidePanel>
  );
}
