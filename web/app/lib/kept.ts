import { useEffect } from 'react';
import { onSessionLost, personalPrefix } from './session';

/** The browser's name for the order draft, until it is paid. The order form and the success page load it here. */
export const orderDraft = 'request';

/** Reads the input stored by this tab under `name`, or null. The caller knows its type: only this app writes it. */
export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(personalPrefix + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Stores input, so that it survives a reload and a sign-in. Null deletes it, and a sign-out deletes it too. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(personalPrefix + name);
    else sessionStorage.setItem(personalPrefix + name, JSON.stringify(value));
  } catch {
    // The browser forbids storage, or the storage is full. The form still works.
  }
}

/** When the session expires, stores the input from `current()` (null: none), because all personal data are cleared. */
export function useKeptOverSessionLoss(name: string, current: () => unknown): void {
  useEffect(
    () =>
      onSessionLost(() => {
        keep(name, current());
      }),
    [name, current],
  );
}
