import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { Notice } from '../../ui/states';

/**
 * Says that the network or the server cannot be reached. A clicked link then waits, because the browser would show its
 * error page and lose input.
 */
export function Offline() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !onlineManager.isOnline() &&
      historyAction !== 'POP' &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (isOnline && blocker.state === 'blocked') blocker.proceed();
  }, [isOnline, blocker]);
  return (
    <div aria-live="polite" className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md print:hidden">
      {isOnline ? null : (
        <Notice tone="wait">
          {blocker.state === 'blocked'
            ? 'You are offline. The page that you chose opens as soon as the network is back.'
            : 'You are offline. What you have typed stays here.'}
        </Notice>
      )}
    </div>
  );
}
