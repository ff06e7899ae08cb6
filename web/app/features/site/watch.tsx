import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { signInAddress } from '../../lib/next';
import { currentQueryClient } from '../../lib/query-client';
import { onSessionLost, readSession, subscribeSession } from '../../lib/session';

/** A progress line at the top of the page, shown during a slow navigation. */
export function NavigationProgress() {
  const navigation = useNavigation();
  if (navigation.state === 'idle') return null;
  return (
    <section aria-label="Progress">
      <div
        role="progressbar"
        aria-label="Loading page"
        className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent [animation:creep_8s_cubic-bezier(0.1,0.7,0.2,1)_150ms_both]"
      />
    </section>
  );
}

/** Clears the query cache when another user signs in, and opens /login when the session ends. */
export function SessionWatch() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    let person = readSession()?.user.id;
    return subscribeSession(() => {
      const session = readSession();
      document.documentElement.dataset.session = session ? 'in' : 'out';
      if (session?.user.id !== person) currentQueryClient().clear();
      person = session?.user.id;
    });
  }, []);
  useEffect(
    () =>
      onSessionLost((loss) => {
        if (pathname === '/login') return;
        void navigate(signInAddress(loss, pathname + search));
      }),
    [navigate, pathname, search],
  );
  return null;
}
