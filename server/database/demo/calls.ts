import type { SignedIn } from '@vialproof/contract/accounts';
import type { Clock } from '../../src/platform/clock.ts';
import { DEMO_PASSWORD } from './people.ts';

/** A call of the interface by somebody who is signed in; throws what it refuses. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Presses Pay on a hosted page. People reach it under the installation's own address; here it is on loopback. */
export async function payOnPage(address: string, url: string): Promise<void> {
  const answer = await fetch(address + new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the demo seed: the hosted page answered ${answer.status}`);
}

type Session = SignedIn['session'];

/** A moment before an access token ends, s. */
const EARLY_SECONDS = 30;

/** A demo person's calls, in a time that moves: signed in when it is needed, with a token that holds at each call. */
export function callsOf(
  address: string,
  clock: Clock,
  email: string,
): { call: Call; leave(): Promise<void> } {
  let session: Session | undefined;
  let signingIn: Promise<Session> | undefined;

  function send(method: string, path: string, body?: object, token?: string): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(address + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
  }

  async function signIn(): Promise<Session> {
    const known =
      session && (await send('POST', '/api/auth/refresh', { refresh_token: session.refresh_token }));
    const answer = known?.ok
      ? known
      : await send('POST', '/api/auth/login', { email, password: DEMO_PASSWORD });
    return ((await read(answer, 'signing in')) as SignedIn).session;
  }

  async function token(): Promise<string> {
    const soon = clock.now().getTime() + EARLY_SECONDS * 1000;
    if (session && new Date(session.expires_at).getTime() > soon) return session.access_token;
    // Once for all calls that are made at the same time.
    signingIn ??= signIn().finally(() => {
      signingIn = undefined;
    });
    session = await signingIn;
    return session.access_token;
  }

  async function read(answer: Response, what: string): Promise<unknown> {
    if (answer.ok) return answer.json();
    throw new Error(`the demo seed: ${what} answered ${answer.status} ${await answer.text()}`);
  }

  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await read(await send(method, path, body, await token()), `${method} ${path}`)) as T;

  return {
    call,

    async leave(): Promise<void> {
      if (session) await send('POST', '/api/auth/logout', { refresh_token: session.refresh_token });
      session = undefined;
    },
  };
}
