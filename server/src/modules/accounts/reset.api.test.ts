import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { waitForLimits } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const NEW = 'Other.Lathe.5';
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const ask = (app: TestApp, email: string) =>
  app.request('/api/auth/reset-password/request', { json: { email } });
const check = (app: TestApp, email: string, code: string, cookie = '') =>
  app.request<ProblemBody>('/api/auth/reset-password/verify-code', {
    json: { email, code },
    headers: { cookie },
  });
const set = (app: TestApp, password: string, cookie?: string) =>
  app.request<ProblemBody>('/api/auth/reset-password/new', {
    json: { password },
    headers: cookie ? { cookie } : {},
  });
const login = (app: TestApp, email: string, password: string) =>
  app.request<ProblemBody>('/api/auth/login', { json: { email, password } });

async function newestCode(app: TestApp, email: string): Promise<string> {
  await app.jobs.drain();
  const [mail] = await app.mails(email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** Asks for a reset code and enters it; returns the cookie that allows a new password. */
async function grantFor(app: TestApp, email: string): Promise<string> {
  const asked = cookieOf(await ask(app, email));
  const answer = await check(app, email, await newestCode(app, email), asked);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  return cookieOf(answer);
}

describe('a person sets a new password with a mailed code', () => {
  it('security 24: a person sets a new password with code and cookie; all sessions end, and the owner gets a mail', async () => {
    const app = await testApp();
    const person = await app.person();
    const cookie = await grantFor(app, person.email);
    expect((await set(app, NEW, cookie)).status).toBe(204);
    expect((await app.request('/api/me/profile', { token: person.token })).status).toBe(401);
    const { refresh_token } = person.session;
    expect((await app.request('/api/auth/refresh', { json: { refresh_token } })).status).toBe(401);
    expect((await login(app, person.email, app.password)).status).toBe(401);
    expect((await login(app, person.email, NEW)).status).toBe(200);
    await app.jobs.drain();
    expect((await app.mails(person.email))[0]?.subject).toContain('password was changed');
  });

  it('security 23: the reset cookie works only once, within 10 minutes, and only for calls from this site', async () => {
    const app = await testApp();
    const { email } = await app.person();
    const asked = cookieOf(await ask(app, email));
    const answer = await check(app, email, await newestCode(app, email), asked);
    const [header = ''] = answer.headers.getSetCookie();
    expect(header).toMatch(
      /^password_reset=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/reset-password; HttpOnly; SameSite=Strict$/,
    );
    const cookie = header.split(';')[0] ?? '';
    expect((await set(app, NEW)).body.code).toBe('reset_expired');
    expect((await set(app, NEW, 'password_reset=nonsense')).body.code).toBe('reset_expired');
    // After a weak password was refused, the cookie still works.
    expect((await set(app, 'P@ssw0rd123!', cookie)).body.code).toBe('invalid_fields');
    const both = await Promise.all([set(app, NEW, cookie), set(app, NEW, cookie)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);

    waitForLimits(app, 60);
    const late = await grantFor(app, email);
    app.clock.advance(10 * 60_000);
    expect((await set(app, NEW, late)).body.code).toBe('reset_expired');
  });

  it('in production, the browser sends the reset cookie only by https', async () => {
    const app = await testApp({ PUBLIC_URL: 'https://lab.example' });
    const { email } = await app.person();
    const asked = cookieOf(await ask(app, email));
    const answer = await check(app, email, await newestCode(app, email), asked);
    for (const line of answer.headers.getSetCookie()) expect(line).toContain('; Secure');
  });

  it('security 22: a reset request gets the same answer, whether the address has an account or not', async () => {
    const app = await testApp();
    const { email } = await app.person();
    for (const address of [email, 'nobody@mail.test']) {
      const { status, body } = await ask(app, address);
      expect([status, body]).toEqual([202, {}]);
      const again = await ask(app, address);
      expect(again.status).toBe(429);
      const guess = await check(app, address, 'AAAAAA');
      expect([guess.status, guess.body.code]).toEqual([400, 'code_invalid']);
    }
    await app.jobs.drain();
    expect(await app.mails('nobody@mail.test')).toEqual([]);
  });

  it('security 23: a code for verifying an address cannot reset a password, and a reset code cannot verify an address', async () => {
    const app = await testApp();
    const email = 'mara@mail.test';
    const mara = { firstName: 'Mara', lastName: 'Lindqvist', email, password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json: mara });
    const forAddress = await newestCode(app, email);
    const asked = cookieOf(await ask(app, email));
    const forPassword = await newestCode(app, email);
    if (forAddress !== forPassword) {
      expect((await check(app, email, forAddress, asked)).status).toBe(400);
      const crossed = await app.request('/api/auth/verify-email', { json: { email, code: forPassword } });
      expect(crossed.status).toBe(400);
    }
    // A person with the mailed code can read the mailbox, so the address is verified too.
    const answer = await check(app, email, forPassword, asked);
    expect((await set(app, NEW, cookieOf(answer))).status).toBe(204);
    expect((await login(app, email, NEW)).status).toBe(200);
    expect((await app.request('/api/auth/verify-email', { json: { email, code: forAddress } })).status).toBe(
      400,
    );
  });
});
