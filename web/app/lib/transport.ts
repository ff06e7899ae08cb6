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
  // An upload may rightly take long, and a stream of news has no end; everything else has ten seconds.
  const lasts = init?.body instanceof FormData || headers.get('accept') === 'text/event-stream';
  const timeout = lasts ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [init?.signal, timeout].filter((signal) => signal instanceof AbortSignal);
  try {
    return await fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
  } catch (error) {
    // A query cancelled by its own page is no failure and must stay recognisable.
    if (init?.signal?.aborted) throw error;
    void checkConnection();
    throw new NetworkError(error);
  }
}

/** The calls that end the session which makes them: its holder waits for their answer, not they for themselves. */
const endingPaths = new Set(['/api/me/password', '/api/me/deletion']);

/**
 * Does what ends the session at hand, from the call to the storing of its answer: until then no other call, in whatever
 * tab, takes its 401 for the end of the person's session.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('vialproof.replace', work) : work();
}

async function replaced(): Promise<void> {
  if ('locks' in navigator)
    await navigator.locks.request('vialproof.replace', { mode: 'shared' }, () => undefined);
}

/**
 * Exchanges the refresh token, one tab at a time: the tab that waited for the lock finds the new token already stored.
 * Answers the access token to try again with, or null when the session is over.
 */
async function refresh(used: Session): Promise<string | null> {
  const exchange = async (): Promise<string | null> => {
    const session = rereadSession();
    // What one person asked for is never repeated in the name of another who signed in meanwhile.
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
    // Signed out while the answer was under way: it stays so.
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

/** Whether a 401 is about a signature and not about the session; the last wrong one in a row is about both. */
async function isSignature(response: Response): Promise<boolean> {
  const { code, hasEndedSession } = await problemFrom(response.clone());
  if (hasEndedSession) loseSession('secrets');
  return code === 'signature_refused';
}

/**
 * fetch for our API: adds the token, refreshes it once on a 401, and throws ApiProblem for every refusal and
 * NetworkError when no answer comes. The sign-in calls themselves never refresh or sign out, nor does a signature that was
 * refused, unless the server says that the session ended with it.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const session = readSession();
  let response = await send(input, init, session?.accessToken);
  const isEnded = response.status === 401 && !pathOf(input).startsWith('/api/auth/');
  if (isEnded && !(await isSignature(response))) {
    if (session && !endingPaths.has(pathOf(input))) await replaced();
    const renewed = session ? await refresh(session) : null;
    if (renewed) response = await send(input, init, renewed);
    // Whoever signed out meanwhile, or in again as somebody else, loses nothing by this.
    const isOver = response.status === 401 && !(await isSignature(response));
    if (isOver && readSession()?.user.id === session?.user.id) loseSession();
  }
  if (!response.ok) throw await problemFrom(response);
  return response;
}
