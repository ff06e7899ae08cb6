import { useEffect } from 'react';
import { onSessionLost, personalPrefix } from './session';

/** The name under which the browser stores an order until it is paid. The order form and the success page load it. */
export const orderDraft = 'request';

/** Reads what this tab stored under `name`, or null. The caller knows its type, because only this app writes it. */
export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(personalPrefix + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/**
 * Stores input, so that it survives a reload and a sign-in. Null deletes it. A sign-out deletes it too. The end of the
 * session deletes it unless its name starts with 'lab.'.
 */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(personalPrefix + name);
    else sessionStorage.setItem(personalPrefix + name, JSON.stringify(value));
  } catch {
    // The browser forbids storage, or the storage is full. The form still works.
  }
}

/**
 * Stores the input from `current()` when the session ends, because personal data outside the laboratory are then
 * removed. Null: nothing is stored.
 */
export function useKeptOverSessionLoss(name: string, current: () => unknown): void {
  useEffect(
    () =>
      onSessionLost(() => {
        keep(name, current());
      }),
    [name, current],
  );
}
