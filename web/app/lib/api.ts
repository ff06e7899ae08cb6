import type { Api } from '@vialproof/server/api';
import { hc } from 'hono/client';
import type { RouterContextProvider } from 'react-router';
import { apiContext } from './context';
import { problemFrom } from './problem';
import { endSession, readSession } from './session';
import { apiFetch } from './transport';

export type ApiClient = ReturnType<typeof hc<Api>>['api'];

/** The API as the browser calls it. Read an answer with `read` (read.ts). Failures throw (problem.ts). */
export const api: ApiClient = hc<Api>('/', { fetch: apiFetch }).api;

/** The API in process, for a loader on the server: the visitor is always anonymous there. */
export function serverApi(context: Readonly<RouterContextProvider>): ApiClient {
  const call = context.get(apiContext);
  // Hono's client hands the address over as text.
  const fetchInProcess = async (address: unknown, init?: RequestInit) => {
    const response = await call(String(address), init);
    if (!response.ok) throw await problemFrom(response);
    return response;
  };
  return hc<Api>('/', { fetch: fetchInProcess }).api;
}

/** Forgets the session here at once and revokes it on the server without making the person wait. */
export function signOut(): void {
  const session = readSession();
  endSession();
  if (!session) return;
  fetch('/api/auth/logout', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: session.refreshToken }),
  }).catch(() => undefined);
}
