import { useEffect } from 'react';
import { onSessionLost, personalPrefix } from './session';

/** Storage name of the order draft, which a paid order deletes. Here, because form and success page load it. */
export const orderDraft = 'request';

/** The stored input under `name` in this tab, or null. The caller knows its type: only this app writes it. */
export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(personalPrefix + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores input, so that it survives a reload and a sign-in; null deletes it. Sign-out deletes it too. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(personalPrefix + name);
    else sessionStorage.setItem(personalPrefix + name, JSON.stringify(value));
  } catch {
    // The browser forbids storage, or the storage is full. The form still works.
  }
}

/** Stores `current()` (null: nothing) when the session expires, which clears all personal data, unlike a sign-out. */
export function useKeptOverSessionLoss(name: string, current: () => unknown): void {
  useEffect(
    () =>
      onSessionLost(() => {
        keep(name, current());
      }),
    [name, current],
  );
}
