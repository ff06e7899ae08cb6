import type { SignedIn } from '@vialproof/contract/accounts';
import { checkConnection } from './online';
import { NetworkError, problemFrom } from './problem';
import { type Loss, loseSession, readSession, rereadSession, type Session, startSession } from './session';
import { withStepUp } from './step-up';

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
 * session. A question for the password is asked without the lock, because other calls wait for the lock.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  return withStepUp(() =>
    'locks' in navigator ? navigator.locks.request('vialproof.replace', work) : work(),
  );
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

/** Calls below /api/auth/ that belong to a session. A 401 of the others is about what a visitor has entered. */
const sessionPaths = new Set([
  '/api/auth/step-up',
  '/api/auth/passkeys/options',
  '/api/auth/passkeys/registration-options',
  '/api/auth/passkeys/register',
]);

/** Whether a 401 means that the access token is not valid any more. A refused signature is another 401. */
async function isSessionOver(response: Response, path: string): Promise<boolean> {
  if (response.status !== 401 || (path.startsWith('/api/auth/') && !sessionPaths.has(path))) return false;
  return (await problemFrom(response.clone())).code !== 'signature_refused';
}

/** Sends a call with the token, and once more with a new token if the first one has run out. */
async function sendSigned(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
  const path = pathOf(input);
  const session = readSession();
  // The user may have signed out since, or another one signed in. That session must stay.
  const lose = (loss?: Loss) => {
    if (readSession()?.user.id === session?.user.id) loseSession(loss);
  };
  let response = await send(input, init, session?.accessToken);
  if (await isSessionOver(response, path)) {
    if (session && !endingPaths.has(path)) await replaced();
    const renewed = session ? await refresh(session) : null;
    if (renewed) response = await send(input, init, renewed);
    if (await isSessionOver(response, path)) lose();
  }
  if (response.ok) return response;
  const problem = await problemFrom(response);
  // After too many wrong passwords or codes the server ends the session too.
  if (problem.hasEndedSession) lose('secrets');
  // The server has begun to demand a passkey: the renewed session says so, and the laboratory asks for it.
  if (problem.code === 'passkey_required' && session) await refresh(session).catch(() => null);
  throw problem;
}

/**
 * The `fetch` for our API. It adds the token, gets a new one after a 401, and asks the person for the password where the
 * server wants it again. Throws ApiProblem for a refusal and NetworkError without an answer. Sign-in calls and refused
 * signatures do not end the session, unless the server says so.
 */
export function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = () => sendSigned(input, init);
  return endingPaths.has(pathOf(input)) ? call() : withStepUp(call);
}
