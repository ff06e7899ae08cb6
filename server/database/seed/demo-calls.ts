import { DEMO_PASSWORD } from './demo-people.ts';

/** A call of the running server's interface by somebody who is signed in; throws what it refuses. */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Signs a demo person in. */
export async function signIn(address: string, email: string): Promise<Call> {
  let token = '';
  const call: Call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(address + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`the demo seed: ${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const signedIn = await call<{ session: { access_token: string } }>('POST', '/api/auth/login', {
    email,
    password: DEMO_PASSWORD,
  });
  token = signedIn.session.access_token;
  return call;
}
