import type { SignedIn } from '@vialproof/contract/accounts';
import type { Clock } from '../../src/platform/clock.ts';
import { DEMO_PASSWORD } from './people.ts';

/** Calls the API as a signed-in person; throws a refusal. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Presses Pay on a hosted page, through loopback instead of the installation's public address. */
export async function payOnPage(address: string, url: string): Promise<void> {
  const answer = await fetch(address + new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the demo seed: the hosted page answered ${answer.status}`);
}

type Session = SignedIn['session'];

/** Margin before an access token expires, s. */
const EARLY_SECONDS = 30;

/** A demo person's calls on a moving clock: signs in when needed, with a valid token at each call. */
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
    // One sign-in for all concurrent calls.
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
