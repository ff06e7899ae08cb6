import { useEffect } from 'react';
import { onSessionLost, personalPrefix } from './session';

/** Name of the draft of an order, which a paid order ends. Here, where the form and the page after the payment both fetch it. */
export const orderDraft = 'request';

/** What was being typed under `name` in this tab, or null. The caller says what shape it has: nobody else writes it. */
export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(personalPrefix + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Keeps what is being typed over a reload and a sign-in; null forgets it. It goes at sign-out. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(personalPrefix + name);
    else sessionStorage.setItem(personalPrefix + name, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full: the form works all the same.
  }
}

/** Keeps `current()` (null: nothing) also when the session runs out, which clears everything personal, unlike a sign-out. */
export function useKeptOverSessionLoss(name: string, current: () => unknown): void {
  useEffect(
    () =>
      onSessionLost(() => {
        keep(name, current());
      }),
    [name, current],
  );
}
