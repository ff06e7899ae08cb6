import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Challenged, SecondFactorOn, SecondFactorSetup } from '@vialproof/contract/second-factor';
import { Secret, TOTP } from 'otpauth';
import { cookieJar } from './cookies.ts';
import type { Answer, Person, TestApp } from './test-app.ts';

type Headers = Record<string, string>;
export type LoginAnswer = Answer<SignedIn & Challenged & ProblemBody>;

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export const login = (
  app: TestApp,
  email: string,
  password: string,
  headers: Headers = {},
): Promise<LoginAnswer> => app.request('/api/auth/login', { json: { email, password }, headers });

/** Finishes a sign-in that asks for a second step. */
export const finishSignIn = (app: TestApp, json: object): Promise<Answer<SignedIn & ProblemBody>> =>
  app.request('/api/auth/second-factor', { json });

export const stepUp = (app: TestApp, token: string, secret: object): Promise<Answer<ProblemBody>> =>
  app.request('/api/auth/step-up', { json: secret, token });

/** A browser that keeps cookies. With `address`, a trusted proxy says that the browser has this address. */
export function visitor(app: TestApp, address?: string) {
  const { cookies, headers, keep } = cookieJar();
  async function post<T = SignedIn & Challenged & ProblemBody>(path: string, json: object) {
    const place: Headers = address ? { 'x-forwarded-for': address } : {};
    const answer = await app.request<T>(path, { json, headers: { ...headers(), ...place } });
    keep(answer.headers);
    return answer;
  }
  return {
    cookies,
    post,
    login: (email: string, password: string) => post('/api/auth/login', { email, password }),
    askReset: (email: string) => post('/api/auth/reset-password/request', { email }),
    checkReset: (email: string, code: string) =>
      post('/api/auth/reset-password/verify-code', { email, code }),
    setPassword: (password: string) => post('/api/auth/reset-password/new', { password }),
    /** Resets a password with a code from a mail. Returns the status of the last answer. */
    async reset(email: string, password: string): Promise<number> {
      await this.askReset(email);
      const checked = await this.checkReset(email, await mailedCode(app, email, 'reset code'));
      if (checked.status !== 200) throw new Error(`the reset code was answered with ${checked.status}`);
      return (await this.setPassword(password)).status;
    },
  };
}

export const isLetIn = async (app: TestApp, token: string): Promise<boolean> =>
  (await app.request('/api/me/profile', { token })).status === 200;

/** The six digits of the newest mail to this person whose subject contains the text. */
export async function mailedCode(app: TestApp, email: string, words = ''): Promise<string> {
  await app.jobs.drain();
  const mail = (await app.mails(email)).find(({ subject }) => subject.includes(words));
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/**
 * Moves the clock by a quarter of an hour, the time after which a mail for resetting a password is sent to an account.
 */
export async function resetTurnComes(app: TestApp): Promise<void> {
  app.clock.advance(15 * 60_000);
  await app.platform.db.pool.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'account.reset-look'",
  );
  await app.jobs.drain();
}

/** The subjects of a person's mails, newest first. */
export async function subjects(app: TestApp, email: string): Promise<string[]> {
  await app.jobs.drain();
  return (await app.mails(email)).map(({ subject }) => subject);
}

/** Moves the clock by this many seconds, so that rate limits end. Default: an hour, the longest limit. */
export const waitForLimits = (app: TestApp, seconds = 3_600): void => app.clock.advance(seconds * 1000);

/** The code that the authenticator app shows now, or `steps` times 30 s from now. */
export function authenticator(app: TestApp, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
}

/** Turns on the second factor as a user does. Returns its secret and the recovery codes. */
export async function switchOn(app: TestApp, person: Person) {
  const { token } = person;
  const begun = await app.request<{ data: SecondFactorSetup }>('/api/me/second-factor/setup', {
    json: { current_password: app.password },
    token,
  });
  if (begun.status !== 200) throw new Error(`setting up answered ${begun.status}`);
  const { secret } = begun.body.data;
  const code = authenticator(app, secret);
  const on = await app.request<{ data: SecondFactorOn }>('/api/me/second-factor/confirm', {
    json: { code },
    token,
  });
  if (on.status !== 200) throw new Error(`confirming answered ${on.status}`);
  return { secret, code, ...on.body.data, setup: begun.body.data };
}
