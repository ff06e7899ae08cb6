import type { RouterContextProvider } from 'react-router';
import { createClient } from './client';
import { apiContext } from './context';
import { problemFrom } from './problem';
import { endSession, readSession } from './session';
import { apiFetch } from './transport';

export type ApiClient = ReturnType<typeof createClient>;

/** The API as the browser calls it. Read an answer with `read` of client.ts. Failures throw (problem.ts). */
export const api: ApiClient = createClient(apiFetch);

/** The API in process, for a loader on the server: the visitor is always anonymous there. */
export function serverApi(context: Readonly<RouterContextProvider>): ApiClient {
  const call = context.get(apiContext);
  return createClient(async (path, init) => {
    const response = await call(path, init);
    if (!response.ok) throw await problemFrom(response);
    return response;
  });
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
