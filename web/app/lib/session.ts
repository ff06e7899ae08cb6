import type { SignedIn, User } from '@vialproof/contract/accounts';
import { useSyncExternalStore } from 'react';

export interface Session {
  accessToken: string;
  refreshToken: string;
  /** When the session ends, however often it is refreshed. Null if the server has not said it yet. */
  endsAt: string | null;
  user: User;
}

const keys = { access: 'access_token', refresh: 'refresh_token', endsAt: 'session_ends_at', user: 'user' };

/** All entries with this prefix in the browser's storage belong to one user. A sign-out deletes them. */
export const personalPrefix = 'vialproof.personal.';
/** Entries with this prefix are input in the laboratory, whose pages open only after a sign-in. */
const laboratoryPrefix = `${personalPrefix}lab.`;
/** The storage key that says to which user this tab's entries belong. */
const ownerKey = `${personalPrefix}owner`;
/** A sign-out writes this storage key for a moment, so that other tabs delete their entries too. */
const goneKey = `${personalPrefix}gone`;

type Listener = () => void;
const listeners = new Set<Listener>();
/**
 * How a session ended: as usual, 12 hours after the sign-in of staff, after too many wrong passwords or codes, or because
 * a change needs a new sign-in.
 */
export type Loss = 'ended' | 'hours' | 'secrets' | 'again';
type LossListener = (loss: Loss) => void;
const lossListeners = new Set<LossListener>();
let current: Session | null | undefined;

function load(): Session | null {
  try {
    const accessToken = localStorage.getItem(keys.access);
    const refreshToken = localStorage.getItem(keys.refresh);
    const user: unknown = JSON.parse(localStorage.getItem(keys.user) ?? 'null');
    if (!accessToken || !refreshToken || typeof user !== 'object' || user === null) return null;
    return { accessToken, refreshToken, endsAt: localStorage.getItem(keys.endsAt), user: user as User };
  } catch {
    // The storage is forbidden or damaged, so nobody is signed in.
    return null;
  }
}

/** Whether the browser can store a session. Some users forbid every storage. Only in the browser. */
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

function forgetPersonal(storage: Storage, isKept: (key: string) => boolean = () => false): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(personalPrefix) && !isKept(key)) storage.removeItem(key);
}

function changed(): void {
  current = undefined;
  const person = readSession()?.user.id;
  if (person) {
    // Entries from before the end of a session are only for the same user.
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
  // The Back button shows a page from memory, which missed all changes since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) changed();
  });
}

export function readSession(): Session | null {
  if (current === undefined) current = load();
  return current;
}

/** Reads the storage, because another tab may have changed the session while this one waited. */
export function rereadSession(): Session | null {
  current = load();
  return current;
}

export function startSession(answer: SignedIn): void {
  localStorage.setItem(keys.user, JSON.stringify(answer.user));
  localStorage.setItem(keys.endsAt, answer.session.ends_at);
  localStorage.setItem(keys.refresh, answer.session.refresh_token);
  localStorage.setItem(keys.access, answer.session.access_token);
  changed();
}

/** Stores a changed name, address or second factor. Does nothing after a sign-out. */
export function replaceUser(change: Partial<User>): void {
  const session = readSession();
  if (!session) return;
  localStorage.setItem(keys.user, JSON.stringify({ ...session.user, ...change }));
  changed();
}

function forget(isKept?: (key: string) => boolean): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  forgetPersonal(localStorage);
  forgetPersonal(sessionStorage, isKept);
  changed();
}

/** Removes the session from this device in every tab: tokens, user, and all entries of the user. */
export function endSession(): void {
  localStorage.setItem(goneKey, '1');
  forget();
}

/** Whether the session of a member of staff has reached its end. */
const isPastEnd = (session: Session | null): boolean =>
  session !== null &&
  session.user.role !== 'customer' &&
  session.endsAt !== null &&
  Date.parse(session.endsAt) <= Date.now();

/**
 * Removes a session that has ended or is about to end, and the page goes to /login. Input in the laboratory stays in
 * this tab. It is deleted when another user signs in.
 */
export function loseSession(loss: Loss = 'ended'): void {
  const session = readSession();
  forget((key) => key.startsWith(laboratoryPrefix));
  if (session) sessionStorage.setItem(ownerKey, session.user.id);
  const shown = loss === 'ended' && isPastEnd(session) ? 'hours' : loss;
  for (const listener of lossListeners) listener(shown);
}

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function onSessionLost(listener: LossListener): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

/** The session. Null: signed out. Undefined: not known yet (on the server and while the page starts). */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore<Session | null | undefined>(subscribeSession, readSession, () => undefined);
}
