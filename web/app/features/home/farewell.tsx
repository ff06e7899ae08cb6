import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { FAREWELL } from '../../lib/farewell';
import { useHydrated } from '../../ui/figures';
import { Notice } from '../../ui/states';

/** Says above the home page that the account is deleted, for as long as the person stays there, and takes the focus. */
export function Farewell() {
  const state: Partial<typeof FAREWELL> | null = useLocation().state;
  // After a reload, only the browser still has the navigation state.
  const isShown = useHydrated() && state?.isAccountDeleted === true;
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) words.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className="page pt-6">
      <div ref={words} role="status" tabIndex={-1} className="outline-none">
        <Notice tone="good">
          <p className="font-medium">Your account is deleted.</p>
          <p>Your name, address and sign-in are gone. Orders and certificates stay, without your name.</p>
        </Notice>
      </div>
    </div>
  );
}
