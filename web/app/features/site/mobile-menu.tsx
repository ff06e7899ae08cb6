import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { signOut } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { useModal } from '../../ui/modal';
import { Hamburger } from './hamburger';
import { carryNext, siteLinks } from './links';
import { Wordmark } from './wordmark';

const item =
  'flex min-h-13 items-center border-rule border-b font-medium tracking-wide hover:text-accent aria-[current=page]:text-accent';

/** The full-screen menu of small screens. */
export default function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const modal = useModal(open, onClose);
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const leave = () => {
    onClose();
    signOut();
    void navigate('/login');
  };
  return (
    <dialog
      {...modal}
      id="menu"
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-transparent text-ink backdrop:bg-veil"
    >
      {open ? (
        <div className="ml-auto flex min-h-full w-full max-w-md flex-col bg-paper px-[clamp(1rem,4vw,2.5rem)] pb-8 [animation:appear_150ms_both]">
          <div className="flex h-16 shrink-0 items-center justify-between">
            <Wordmark onClick={onClose} />
            <button
              type="button"
              aria-label="Close menu"
              onClick={onClose}
              className="-mr-2.5 grid size-11 place-items-center rounded-sm"
            >
              <Hamburger open />
            </button>
          </div>
          <nav aria-label="Menu" className="grid border-rule border-t">
            {siteLinks.map((link) => (
              <NavLink key={link.to} to={link.to} end={link.to === '/'} onClick={onClose} className={item}>
                {link.menu}
              </NavLink>
            ))}
            {session ? (
              <>
                <NavLink to="/dashboard" onClick={onClose} className={item}>
                  DASHBOARD
                </NavLink>
                <p className="flex min-h-13 items-center truncate border-rule border-b text-ink-soft">
                  {session.user.email}
                </p>
                <button type="button" onClick={leave} className={`${item} text-left`}>
                  LOGOUT
                </button>
              </>
            ) : (
              <>
                <Link to={carryNext('/register', search)} onClick={onClose} className={item}>
                  REGISTER
                </Link>
                <Link to={carryNext('/login', search)} onClick={onClose} className={item}>
                  LOGIN
                </Link>
              </>
            )}
          </nav>
          <div className="mt-auto pt-8">
            <Button to="/request" size="large" wide onClick={onClose}>
              REQUEST A TEST
            </Button>
          </div>
        </div>
      ) : null}
    </dialog>
  );
}
