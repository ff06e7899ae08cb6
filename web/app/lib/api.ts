import type { Api } from '@vialproof/server/api';
import { hc } from 'hono/client';
import type { RouterContextProvider } from 'react-router';
import { apiContext } from './context';
import { problemFrom } from './problem';
import { endSession, loseSession, readSession, type Session } from './session';
import { apiFetch } from './transport';

export type ApiClient = ReturnType<typeof hc<Api>>['api'];

/** The client of the API in the browser. Read its answers with `read`. A failure throws. */
export const api: ApiClient = hc<Api>('/', { fetch: apiFetch }).api;

/** The API inside the server's process, for loaders on the server. It never has a user. */
export function serverApi(context: Readonly<RouterContextProvider>): ApiClient {
  const call = context.get(apiContext);
  // Hono's client passes the address as a string.
  const fetchInProcess = async (address: unknown, init?: RequestInit) => {
    const response = await call(String(address), init);
    if (!response.ok) throw await problemFrom(response);
    return response;
  };
  return hc<Api>('/', { fetch: fetchInProcess }).api;
}

/** Ends the session on this device at once, and revokes it on the server in the background. */
export function signOut(): void {
  const session = readSession();
  endSession();
  if (session) revoke(session);
}

/**
 * Ends a session and opens /login: for a change that needs a new sign-in, or before the session's end. The next sign-in
 * returns to the same page and its input.
 */
export function signInAnew(loss: 'again' | 'hours'): void {
  const session = readSession();
  loseSession(loss);
  if (session) revoke(session);
}

/** Ends the session on the server, in the background. */
function revoke(session: Session): void {
  fetch('/api/auth/logout', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refreshToken }),
  }).catch(() => undefined);
}
