import { lazy, Suspense } from 'react';
import { useToastsWanted } from './toast';

const ToastList = lazy(() => import('./toast-list'));

/** The container of toasts; empty until the first one. */
export function Toaster() {
  if (!useToastsWanted()) return null;
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  );
}
