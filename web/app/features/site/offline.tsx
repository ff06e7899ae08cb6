import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { Notice } from '../../ui/states';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/**
 * Says that the network is away. A link chosen meanwhile would end in the browser's own error page and lose what was typed:
 * it waits, and goes on when the network is back.
 */
export function Offline() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !navigator.onLine && historyAction !== 'POP' && currentLocation.pathname !== nextLocation.pathname,
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
