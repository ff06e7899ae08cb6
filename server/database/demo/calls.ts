import type { SignedIn } from '@vialproof/contract/accounts';
import type { Clock } from '../../src/platform/clock.ts';
import { DEMO_PASSWORD } from './people.ts';

/** A call of the API by a signed-in person; throws if the server refuses it. */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Pays on the payment page of the sandbox, which the demo calls on this machine. */
export async function payOnPage(address: string, url: string): Promise<void> {
  const answer = await fetch(address + new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`the demo seed: the hosted page answered ${answer.status}`);
}

type Session = SignedIn['session'];

/** A token is renewed this many seconds before it expires. */
const EARLY_SECONDS = 30;

/** The calls of a demo person while the clock moves. The person signs in again when the token expires. */
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
    // Calls at the same time share one sign-in.
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
