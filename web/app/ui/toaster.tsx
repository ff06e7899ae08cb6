import { lazy, Suspense } from 'react';
import { useToastsWanted } from './toast';

const ToastList = lazy(() => import('./toast-list'));

/** The place of the notices. Empty until the first one. */
export function Toaster() {
  if (!useToastsWanted()) return null;
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  );
}
