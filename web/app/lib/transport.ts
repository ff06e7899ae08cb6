import type { SignedIn } from '@vialproof/contract/accounts';
import { checkConnection } from './online';
import { NetworkError, problemFrom } from './problem';
import { loseSession, readSession, rereadSession, type Session, startSession } from './session';

const timeoutMs = 10_000;

async function send(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  // An upload may take long, and an event stream has no end; all other calls have ten seconds.
  const lasts = init?.body instanceof FormData || headers.get('accept') === 'text/event-stream';
  const timeout = lasts ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [init?.signal, timeout].filter((signal) => signal instanceof AbortSignal);
  try {
    return await fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    // A query cancelled by its own page is not a failure and must stay recognisable.
    if (init?.signal?.aborted) throw error;
    void checkConnection();
    throw new NetworkError(error);
  }
}

/** Calls that end their own session. They hold the lock, so they must not wait for it. */
const endingPaths = new Set(['/api/me/password', '/api/me/deletion']);

/**
 * Runs a call that ends the current session and stores its answer. Until then no other call, in any tab, treats a 401
 * as the end of the session.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('vialproof.replace', work) : work();
}

async function replaced(): Promise<void> {
  if ('locks' in navigator)
    await navigator.locks.request('vialproof.replace', { mode: 'shared' }, () => undefined);
}

/**
 * Exchanges the refresh token, one tab at a time: a tab that waited for the lock finds the new token in the storage.
 * Returns the access token for the retry, or null when the session is over.
 */
async function refresh(used: Session): Promise<string | null> {
  const exchange = async (): Promise<string | null> => {
    const session = rereadSession();
    // A call of one user is never repeated with the session of another user who signed in since.
    if (session?.user.id !== used.user.id) return null;
    if (session.accessToken !== used.accessToken) return session.accessToken;
    const response = await send(
      '/api/auth/refresh',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: session.refreshToken }),
      },
      undefined,
    );
    if (response.status >= 500 || response.status === 429) throw await problemFrom(response);
    if (!response.ok) return null;
    const answer = (await response.json()) as SignedIn;
    // The user signed out during the call, and stays signed out.
    if (rereadSession()?.refreshToken !== session.refreshToken) return null;
    startSession(answer);
    return answer.session.access_token;
  };
  // Web Locks exist only in secure contexts (https, localhost).
  return 'locks' in navigator
    ? await navigator.locks.request('vialproof.refresh', exchange)
    : await exchange();
}

function pathOf(input: RequestInfo | URL): string {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  return new URL(address, window.location.origin).pathname;
}

/**
 * Whether a 401 refuses only the signature and not the session. After too many wrong signatures in a row, the server
 * ends the session as well.
 */
async function isSignature(response: Response): Promise<boolean> {
  const { code, hasEndedSession } = await problemFrom(response.clone());
  if (hasEndedSession) loseSession('secrets');
  return code === 'signature_refused';
}

/**
 * fetch for our API: adds the token, refreshes it once on a 401, and throws ApiProblem for every refusal and
 * NetworkError without an answer. Calls to sign in never refresh or sign out. A refused signature does not either,
 * unless the server says that it ended the session.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const session = readSession();
  let response = await send(input, init, session?.accessToken);
  const isEnded = response.status === 401 && !pathOf(input).startsWith('/api/auth/');
  if (isEnded && !(await isSignature(response))) {
    if (session && !endingPaths.has(pathOf(input))) await replaced();
    const renewed = session ? await refresh(session) : null;
    if (renewed) response = await send(input, init, renewed);
    // If the user has signed out since, or a different user has signed in, the current session is not ended.
    const isOver = response.status === 401 && !(await isSignature(response));
    if (isOver && readSession()?.user.id === session?.user.id) loseSession();
  }
  if (!response.ok) throw await problemFrom(response);
  return response;
}
