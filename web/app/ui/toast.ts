import { useSyncExternalStore } from 'react';

// The notices' program is loaded with the first notice, because most visits never show one.
type ToastLibrary = typeof import('react-hot-toast/headless');
let library: Promise<ToastLibrary> | undefined;
let wanted = false;
const listeners = new Set<() => void>();

function load(): Promise<ToastLibrary> {
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
  library ??= import('react-hot-toast/headless');
  return library;
}

/**
 * Short notices in the corner. A success stays 2 s, others 4 s. Loading stays until another notice with the same `id`
 * replaces it.
 */
export const notify = {
  success: (message: string, id?: string) =>
    void load().then(({ toast }) => toast.success(message, id ? { id } : {})),
  error: (message: string, id?: string) =>
    void load().then(({ toast }) => toast.error(message, id ? { id } : {})),
  info: (message: string, id?: string) => void load().then(({ toast }) => toast(message, id ? { id } : {})),
  loading: (message: string, id: string) => void load().then(({ toast }) => toast.loading(message, { id })),
  dismiss: (id: string) => void load().then(({ toast }) => toast.dismiss(id)),
};

export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
    () => false,
  );
}
