import type { SignedIn, User } from '@vialproof/contract/accounts';
import { useSyncExternalStore } from 'react';

export interface Session {
  accessToken: string;
  refreshToken: string;
  user: User;
}

const keys = { access: 'access_token', refresh: 'refresh_token', user: 'user' };

/** All entries with this prefix in local or session storage belong to one user; sign-out deletes them. */
export const personalPrefix = 'vialproof.personal.';
/** The storage key for the user to whom this tab's entries belong. */
const ownerKey = `${personalPrefix}owner`;
/** The storage key that a sign-out writes for a moment, so that the other tabs delete their entries too. */
const goneKey = `${personalPrefix}gone`;

type Listener = () => void;
const listeners = new Set<Listener>();
/** How the server ended a session: normally, or after too many wrong secrets. */
export type Loss = 'ended' | 'secrets';
type LossListener = (loss: Loss) => void;
const lossListeners = new Set<LossListener>();
let current: Session | null | undefined;

function load(): Session | null {
  try {
    const accessToken = localStorage.getItem(keys.access);
    const refreshToken = localStorage.getItem(keys.refresh);
    const user: unknown = JSON.parse(localStorage.getItem(keys.user) ?? 'null');
    if (!accessToken || !refreshToken || typeof user !== 'object' || user === null) return null;
    return { accessToken, refreshToken, user: user as User };
  } catch {
    // The storage is forbidden or contains invalid data, so no user is signed in.
    return null;
  }
}

/** Whether this browser can store a session; some block the storage of every site. Browser only. */
export function canStoreSession(): boolean {
  try {
    const probe = `${personalPrefix}probe`;
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

function forgetPersonal(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(personalPrefix)) storage.removeItem(key);
}

function changed(): void {
  current = undefined;
  const person = readSession()?.user.id;
  if (person) {
    // Entries that survived an expired session are readable only for the user to whom they belong.
    const owner = sessionStorage.getItem(ownerKey);
    if (owner && owner !== person) forgetPersonal(sessionStorage);
    sessionStorage.setItem(ownerKey, person);
  }
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  changed();
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === goneKey && newValue) forgetPersonal(sessionStorage);
    // `key` is null when the whole storage was cleared.
    if (key === null || Object.values(keys).includes(key)) changed();
  });
  // A page restored by the Back button has missed the changes in between.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) changed();
  });
}

export function readSession(): Session | null {
  if (current === undefined) current = load();
  return current;
}

/** Reads the storage, not the cache: another tab may have refreshed while this one waited for the lock. */
export function rereadSession(): Session | null {
  current = load();
  return current;
}

export function startSession(answer: SignedIn): void {
  localStorage.setItem(keys.user, JSON.stringify(answer.user));
  localStorage.setItem(keys.refresh, answer.session.refresh_token);
  localStorage.setItem(keys.access, answer.session.access_token);
  changed();
}

/** Stores the user's new name, address or second factor. Does nothing after a sign-out. */
export function replaceUser(change: Partial<User>): void {
  const session = readSession();
  if (!session) return;
  localStorage.setItem(keys.user, JSON.stringify({ ...session.user, ...change }));
  changed();
}

function forget(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  for (const storage of [localStorage, sessionStorage]) forgetPersonal(storage);
  changed();
}

/** Removes the session from this device, in every tab: tokens, user and all entries under `personalPrefix`. */
export function endSession(): void {
  localStorage.setItem(goneKey, '1');
  forget();
}

/** The server no longer accepts this session: deletes it, and the page goes to /login. */
export function loseSession(loss: Loss = 'ended'): void {
  const person = readSession()?.user.id;
  forget();
  if (person) sessionStorage.setItem(ownerKey, person);
  for (const listener of lossListeners) listener(loss);
}

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function onSessionLost(listener: LossListener): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

/** The session; null when signed out; undefined on the server and during hydration, when it is unknown. */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore<Session | null | undefined>(subscribeSession, readSession, () => undefined);
}
