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
  // An upload may take long, and a stream of events has no end. All other calls have ten seconds.
  const lasts = init?.body instanceof FormData || headers.get('accept') === 'text/event-stream';
  const timeout = lasts ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [init?.signal, timeout].filter((signal) => signal instanceof AbortSignal);
  try {
    return await fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    // The page itself stopped the call. That is no failure.
    if (init?.signal?.aborted) throw error;
    void checkConnection();
    throw new NetworkError(error);
  }
}

/** Calls that end their own session. They hold the lock, so they must not wait for it. */
const endingPaths = new Set(['/api/me/password', '/api/me/deletion']);

/**
 * Runs a call that ends the present session and gives a new one. Meanwhile no other call takes a 401 for the end of the
 * session.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('vialproof.replace', work) : work();
}

async function replaced(): Promise<void> {
  if ('locks' in navigator)
    await navigator.locks.request('vialproof.replace', { mode: 'shared' }, () => undefined);
}

/**
 * Gets a new access token, one tab at a time. A tab that had to wait finds the new token in the storage. Null if the
 * session is over.
 */
async function refresh(used: Session): Promise<string | null> {
  const exchange = async (): Promise<string | null> => {
    const session = rereadSession();
    // A call of one user is never repeated as another user, who has signed in since.
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
    // The user has signed out during the call.
    if (rereadSession()?.refreshToken !== session.refreshToken) return null;
    startSession(answer);
    return answer.session.access_token;
  };
  // Without https the browser has no locks.
  return 'locks' in navigator
    ? await navigator.locks.request('vialproof.refresh', exchange)
    : await exchange();
}

function pathOf(input: RequestInfo | URL): string {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  return new URL(address, window.location.origin).pathname;
}

/**
 * Whether a 401 refuses only the signature, and not the session. After too many wrong signatures the server ends the
 * session too.
 */
async function isSignature(response: Response): Promise<boolean> {
  const { code, hasEndedSession } = await problemFrom(response.clone());
  if (hasEndedSession) loseSession('secrets');
  return code === 'signature_refused';
}

/**
 * The `fetch` for our API. It adds the token, gets a new one after a 401, and throws ApiProblem for a refusal and
 * NetworkError without an answer. Sign-in calls and refused signatures do not end the session, unless the server says
 * so.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const session = readSession();
  let response = await send(input, init, session?.accessToken);
  const isEnded = response.status === 401 && !pathOf(input).startsWith('/api/auth/');
  if (isEnded && !(await isSignature(response))) {
    if (session && !endingPaths.has(pathOf(input))) await replaced();
    const renewed = session ? await refresh(session) : null;
    if (renewed) response = await send(input, init, renewed);
    // The user may have signed out since, or another one signed in. That session must stay.
    const isOver = response.status === 401 && !(await isSignature(response));
    if (isOver && readSession()?.user.id === session?.user.id) loseSession();
  }
  if (!response.ok) throw await problemFrom(response);
  return response;
}
