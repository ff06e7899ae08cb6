import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '../../platform/password-hash.ts';
import { visitor, waitForLimits } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const PASSWORD = 'Zebra.Lathe.4';
const mara = { firstName: 'Mara', lastName: 'Lindqvist', email: 'mara@mail.test', password: PASSWORD };

const register = (app: TestApp, input: object = mara) => app.request('/api/auth/register', { json: input });
const verify = (app: TestApp, email: string, code: string, headers: Record<string, string> = {}) =>
  app.request<SignedIn & ProblemBody>('/api/auth/verify-email', { json: { email, code }, headers });
const login = (app: TestApp, email: string, password: string) =>
  app.request<SignedIn & ProblemBody>('/api/auth/login', { json: { email, password } });
const resend = (app: TestApp, email: string) =>
  app.request('/api/auth/verify-email/resend', { json: { email } });

/** The six digits of the newest mail. */
async function newestCode(app: TestApp, email: string): Promise<string> {
  await app.jobs.drain();
  const [mail] = await app.mails(email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a person opens an account with a form and a mailed code', () => {
  it('a person who fills in the form and enters the mailed code gets an account and a session', async () => {
    const app = await testApp();
    const answer = await register(app, { ...mara, email: '  Mara@Mail.test ' });
    expect([answer.status, answer.body]).toEqual([201, { user: { email: 'Mara@Mail.test' } }]);
    expect((await login(app, mara.email, PASSWORD)).body.code).toBe('email_unverified');

    const code = await newestCode(app, mara.email);
    const verified = await verify(app, 'MARA@mail.test', `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(verified.status).toBe(200);
    expect(verified.headers.get('cache-control')).toBe('no-store');
    expect(verified.body.user).toMatchObject({
      email: 'Mara@Mail.test',
      first_name: 'Mara',
      last_name: 'Lindqvist',
      role: 'customer',
    });
    expect(verified.body.user.display_name).toMatch(/^\p{Lu}\w+ \p{Lu}\w+ \d{4}$/u);
    const { access_token: token } = verified.body.session;
    expect((await app.request('/api/me/profile', { token })).status).toBe(200);

    const again = await login(app, 'mara@MAIL.test', PASSWORD);
    expect([again.status, again.body.user]).toEqual([200, verified.body.user]);
  });

  it('security 20: an account needs a strong, uncommon password of at most 128 characters', async () => {
    const app = await testApp();
    const message =
      'Password must be 8+ characters with uppercase, lowercase, numbers, and special characters.';
    for (const password of ['Short-1', 'no-capitals-1', 'NO-SMALL-1', 'No-digits-', 'NoSigns11']) {
      const { status, body } = await register(app, { ...mara, password });
      expect([password, status, body.code]).toEqual([password, 422, 'invalid_fields']);
      expect(body.errors).toEqual([{ path: 'password', message }]);
    }
    const common = await register(app, { ...mara, password: 'P@ssw0rd123!' });
    expect([common.status, common.body.code]).toEqual([422, 'invalid_fields']);
    expect(common.body.errors).toEqual([
      {
        path: 'password',
        message: 'This password is too common: whoever guesses tries it first. Please choose another one.',
      },
    ]);
    const long = `Zebra.4 ${'ü'.repeat(120)}`;
    expect((await register(app, { ...mara, password: `${long}x` })).status).toBe(422);
    expect((await register(app, { ...mara, password: long })).status).toBe(201);
    await verify(app, mara.email, await newestCode(app, mara.email));
    expect((await login(app, mara.email, long)).status).toBe(200);
    expect((await login(app, mara.email, long.slice(0, -1))).status).toBe(401);
  });

  it('security 22: registration gives the same answer and does the same work for new, waiting and taken addresses', async () => {
    const app = await testApp();
    const person = await app.person();
    await register(app, { ...mara, email: 'waiting@mail.test' });
    await app.jobs.drain();
    const shapes = [];
    for (const email of ['new@mail.test', 'waiting@mail.test', person.email]) {
      const answer = await register(app, { ...mara, email });
      const headers = Object.fromEntries(answer.headers);
      for (const volatile of ['date', 'x-request-id', 'content-length']) delete headers[volatile];
      headers['set-cookie'] = (headers['set-cookie'] ?? '').replace(/=[\w.-]+;/, '=…;');
      shapes.push({ status: answer.status, keys: Object.keys(answer.body), headers });
      expect(answer.body).toEqual({ user: { email } });
    }
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);

    await app.jobs.drain();
    const [mail] = await app.mails(person.email);
    expect(mail?.subject).toContain('already have');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    // The account of the taken address is unchanged.
    expect((await login(app, person.email, app.password)).status).toBe(200);
  });

  it('a second registration of an unverified address replaces name and password, and the first code stops working', async () => {
    const app = await testApp();
    await register(app);
    const first = await newestCode(app, mara.email);
    await register(app, { ...mara, firstName: 'Marah', password: 'Other.Lathe.5' });
    expect((await verify(app, mara.email, first)).body.code).toBe('code_invalid');
    const second = await newestCode(app, mara.email);
    expect((await verify(app, mara.email, second)).body.user.first_name).toBe('Marah');
    expect((await login(app, mara.email, PASSWORD)).status).toBe(401);
    expect((await login(app, mara.email, 'Other.Lathe.5')).status).toBe(200);
  });

  it('security 23: a code works only in the browser that registered', async () => {
    const app = await testApp();
    const cookieOf = (answer: { headers: Headers }) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const owner = await register(app);
    expect(owner.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    // A stranger registers the same address before the owner enters the mailed code.
    await register(app, { ...mara, password: 'Strangers.Lathe.6' });
    const code = await newestCode(app, mara.email);
    const refused = await verify(app, mara.email, code, { cookie: cookieOf(owner) });
    expect(refused.body).toMatchObject({
      code: 'code_invalid',
      detail: expect.stringContaining('registered again'),
    });
    expect((await login(app, mara.email, 'Strangers.Lathe.6')).body.code).toBe('email_unverified');

    const again = await register(app);
    const right = await verify(app, mara.email, await newestCode(app, mara.email), {
      cookie: cookieOf(again),
    });
    expect(right.status).toBe(200);
    expect((await login(app, mara.email, 'Strangers.Lathe.6')).status).toBe(401);
  });

  it('security 23: wrong codes from other browsers do not end the code of the browser that registered', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const owner = visitor(app, '198.51.100.7');
    await owner.post('/api/auth/register', mara);
    const code = await newestCode(app, mara.email);
    const wrong = code === '000000' ? '000001' : '000000';
    const verifyFrom = async (who: typeof owner, text: string) =>
      (await who.post('/api/auth/verify-email', { email: mara.email, code: text })).body.code;
    // One stranger has no cookies, and the other has a cookie of another registration.
    const strangers = [visitor(app, '203.0.113.9'), visitor(app, '203.0.113.10')];
    await strangers[1]?.post('/api/auth/register', { ...mara, email: 'other@mail.test' });
    for (const stranger of strangers) {
      for (let guess = 0; guess < 5; guess += 1)
        expect(await verifyFrom(stranger, wrong)).toBe('code_invalid');
    }
    // All strangers together have a limited number of tries, which the strangers above have used up.
    expect(await verifyFrom(visitor(app, '203.0.113.11'), code)).toBe('code_invalid');
    for (let guess = 0; guess < 4; guess += 1) expect(await verifyFrom(owner, wrong)).toBe('code_invalid');
    const verified = await owner.post('/api/auth/verify-email', { email: mara.email, code });
    expect([verified.status, verified.body.user.email]).toEqual([200, mara.email]);
  });

  it('security 29 and 30: a registration ignores role, verification and ids that a request sends, and refuses wrong types', async () => {
    const app = await testApp();
    const body = `{"firstName":"Mara","lastName":"L","email":"mara@mail.test","password":"${PASSWORD}","role":"admin",
      "email_verified_at":"2020-01-01T00:00:00Z","id":"00000000-0000-4000-8000-000000000000","__proto__":{"role":"admin"}}`;
    const answer = await app.request('/api/auth/register', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(201);
    expect((await login(app, mara.email, PASSWORD)).body.code).toBe('email_unverified');
    const verified = await verify(app, mara.email, await newestCode(app, mara.email));
    expect(verified.body.user.role).toBe('customer');
    expect(verified.body.user.id).not.toMatch(/^0{8}/);

    for (const bad of [
      { ...mara, email: ['mara@mail.test'] },
      { ...mara, email: { $ne: null } },
      { ...mara, firstName: 7 },
      { ...mara, firstName: 'Ma\u0000ra' },
      { ...mara, email: 'ma\u0000ra@mail.test' },
      { ...mara, lastName: '   ' },
      [],
    ]) {
      expect((await register(app, bad)).status).toBe(422);
    }
    for (const email of ['ma\u0000ra@mail.test', '\ud800@mail.test', '%']) {
      expect((await login(app, email, 'x')).body.code).toBe('invalid_credentials');
      expect((await verify(app, email, '123456')).body.code).toBe('code_invalid');
    }
  });

  it('security 3 and 5: no mail contains a name that a stranger typed, and an address with a line break is refused', async () => {
    const app = await testApp();
    const typed = { ...mara, firstName: 'Nomen', lastName: 'Nescio' };
    await register(app, typed);
    await app.jobs.drain();
    await app.request('/api/auth/verify-email/resend', { json: { email: mara.email } });
    await app.request('/api/auth/reset-password/request', { json: { email: mara.email } });
    const owner = await app.person();
    await register(app, { ...typed, email: owner.email });
    await app.jobs.drain();
    const mails = [...(await app.mails(mara.email)), ...(await app.mails(owner.email))];
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('password reset code'),
      expect.stringContaining('verification code'),
      expect.stringContaining('already have'),
    ]);
    for (const { text, html } of mails) expect(`${text} ${html}`).not.toMatch(/Nomen|Nescio|Test/);
    expect((await register(app, { ...mara, email: 'mara@mail.test\r\nBcc: all@mail.test' })).status).toBe(
      422,
    );
  });
});

describe('a mailed code works once, for a short time and a few tries', () => {
  it('security 23: a code works once, within 10 minutes and five tries, and only the newest code works', async () => {
    const app = await testApp();
    await register(app);
    const first = await newestCode(app, mara.email);
    waitForLimits(app, 60);
    expect((await resend(app, mara.email)).status).toBe(202);
    const second = await newestCode(app, mara.email);
    if (first !== second) expect((await verify(app, mara.email, first)).body.code).toBe('code_invalid');

    app.clock.advance(10 * 60_000);
    expect((await verify(app, mara.email, second)).body.code).toBe('code_invalid');

    await resend(app, mara.email);
    const third = await newestCode(app, mara.email);
    for (let attempt = 1; attempt <= 5; attempt += 1) await verify(app, mara.email, wrong(third));
    expect((await verify(app, mara.email, third)).body.code).toBe('code_invalid');

    waitForLimits(app, 60);
    await resend(app, mara.email);
    const fourth = await newestCode(app, mara.email);
    for (let attempt = 1; attempt <= 4; attempt += 1) await verify(app, mara.email, wrong(fourth));
    expect((await verify(app, mara.email, fourth)).status).toBe(200);
    expect((await verify(app, mara.email, fourth)).body.code).toBe('code_invalid');
  });

  it('security 23: wrong guesses at the same time all count as tries; the right code signs in only once', async () => {
    const app = await testApp();
    await register(app);
    const code = await newestCode(app, mara.email);
    const both = await Promise.all([verify(app, mara.email, code), verify(app, mara.email, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

    const other = { ...mara, email: 'other@mail.test' };
    await register(app, other);
    const hidden = await newestCode(app, other.email);
    await Promise.all(Array.from({ length: 10 }, () => verify(app, other.email, wrong(hidden))));
    const { rows } = await app.platform.db.pool.query(
      'SELECT max(foreign_attempts) AS most FROM account_code',
    );
    expect(rows).toEqual([{ most: 5 }]);
    expect((await verify(app, other.email, hidden)).status).toBe(400);
  });

  it('security 23: a code is stored only in its mail, and the development inbox deletes the mail after 10 minutes', async () => {
    const app = await testApp({}, { passwordCost: PASSWORD_COST });
    await register(app);
    const code = await newestCode(app, mara.email);
    const { rows } = await app.platform.db.pool.query<{ all: string }>(
      `SELECT coalesce((SELECT string_agg(data::text, ' ') FROM pgboss.job), '')
        || (SELECT string_agg(c::text, ' ') FROM account_code c) || (SELECT string_agg(u::text, ' ') FROM user_account u) AS all`,
    );
    expect(rows[0]?.all).toContain('mara@mail.test');
    expect(rows[0]?.all).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(rows[0]?.all).not.toContain(PASSWORD);
    expect(rows[0]?.all).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    app.clock.advance(10 * 60_000 + 1);
    expect(await app.mails(mara.email)).toEqual([]);
  });

  it('security 9: an address gets at most one code mail in 60 s and five in an hour, whether it is registering or not', async () => {
    const app = await testApp();
    const person = await app.person();
    await register(app);
    expect((await resend(app, mara.email)).status).toBe(429);
    for (const email of [mara.email, person.email, 'nobody@mail.test']) {
      waitForLimits(app);
      expect((await resend(app, email)).status).toBe(202);
      const soon = await resend(app, email);
      expect(soon.status).toBe(429);
      expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50);
      for (let mail = 2; mail <= 5; mail += 1) {
        waitForLimits(app, 60);
        expect((await resend(app, email)).status).toBe(202);
      }
      waitForLimits(app, 60);
      const sixth = await resend(app, email);
      expect([sixth.status, Number(sixth.headers.get('retry-after')) > 3000]).toEqual([429, true]);
      await app.jobs.drain();
      expect((await app.mails(email)).length).toBe(email === mara.email ? 5 : 0);
    }
  });

  it('security 9: the number of registrations and code mails from one IP address is limited', async () => {
    const app = await testApp();
    const statuses = [];
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      statuses.push((await verify(app, 'nobody@mail.test', '123456')).status);
    }
    expect(statuses.slice(0, 15).every((status) => status === 400)).toBe(true);
    expect(statuses[15]).toBe(429);
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await register(app)).status).toBe(201);
    expect((await register(app)).status).toBe(429);
    expect((await register(app, { ...mara, email: 'other@mail.test' })).status).toBe(201);
  });

  it('security 9: addresses that differ only by +tag share one limit of 20 mails an hour', async () => {
    const app = await testApp();
    const tagged = (tag: number) => register(app, { ...mara, email: `mara+${tag}@mail.test` });
    for (let tag = 1; tag <= 20; tag += 1) expect((await tagged(tag)).status).toBe(201);
    expect((await tagged(21)).status).toBe(429);
    expect((await register(app, { ...mara, email: 'other+21@mail.test' })).status).toBe(201);
  });
});
