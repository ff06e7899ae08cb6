import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FAREWELL } from '../../lib/farewell';
import { Notice } from '../../ui/states';

/**
 * Says once above the home page that the account is deleted, and takes the focus. The navigation state is emptied at
 * once, so that neither a reload nor Back says it again, perhaps to the next person.
 */
export function Farewell() {
  const navigate = useNavigate();
  const state: Partial<typeof FAREWELL> | null = useLocation().state;
  const [isShown, setShown] = useState(false);
  const words = useRef<HTMLDivElement>(null);
  const isNew = state?.isAccountDeleted === true;
  useEffect(() => {
    if (!isNew) return;
    setShown(true);
    void navigate('/', { replace: true, state: null, preventScrollReset: true });
  }, [isNew, navigate]);
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
