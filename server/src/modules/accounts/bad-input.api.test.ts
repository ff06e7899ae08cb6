import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { isLetIn, login, mailedCode, subjects, waitForLimits } from '../../testing/accounts.ts';
import { hashesDuring } from '../../testing/password-hashes.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const PASSWORD = 'Zebra.Lathe.4';
const register = (app: TestApp, email: string, password = PASSWORD, token?: string) =>
  app.request<ProblemBody>('/api/auth/register', {
    json: { firstName: 'Mara', lastName: 'L', email, password },
    ...(token ? { token } : {}),
  });
const verify = (app: TestApp, email: string, code: string) =>
  app.request<SignedIn & ProblemBody>('/api/auth/verify-email', { json: { email, code } });

describe('passwords of 10 kB are refused', () => {
  it('every call that takes a password refuses a password of 10 kB without hashing it', async () => {
    const app = await testApp();
    const person = await app.person();
    const long = `Aa1!${'x'.repeat(10_240)}`;
    const { token } = person;
    const asks: [string, string, object][] = [
      ['POST', '/api/auth/login', { email: person.email, password: long }],
      ['POST', '/api/auth/register', { firstName: 'A', lastName: 'B', email: 'a@mail.test', password: long }],
      ['POST', '/api/auth/reset-password/new', { password: long }],
      ['PUT', '/api/me/password', { current_password: app.password, password: long }],
      ['PUT', '/api/me/password', { current_password: long, password: PASSWORD }],
      ['POST', '/api/me/email-change', { email: 'b@mail.test', current_password: long }],
      ['POST', '/api/me/deletion', { current_password: long }],
      ['POST', '/api/me/second-factor/setup', { current_password: long }],
    ];
    for (const [method, path, json] of asks) {
      const { status, body } = await app.request<ProblemBody>(path, { method, json, token });
      expect([path, status, body.code]).toEqual([path, 422, 'invalid_fields']);
      expect(JSON.stringify(body)).not.toContain('xxx');
    }
  });
});

describe('addresses that look similar belong to different accounts, but another spelling of an address does not', () => {
  it('an address is the same in capitals, in full width, with ligatures and with both spellings of its domain', async () => {
    const app = await testApp();
    const spellings = [
      'mike.fisher@bücher.test',
      'MIKE.FISHER@BÜCHER.TEST',
      'ｍｉｋｅ.ﬁsher@bücher.test',
      'mike.fisher＠bu\u0308cher.test',
      'mike.fisher@xn--bcher-kva.test',
      'mi\u212ae.fisher@bücher.test',
    ];
    await register(app, spellings[0] ?? '');
    const code = await mailedCode(app, 'mike.fisher@bücher.test');
    expect((await verify(app, spellings[4] ?? '', code)).status).toBe(200);
    for (const email of spellings) {
      waitForLimits(app);
      expect([email, (await login(app, email, PASSWORD)).status]).toEqual([email, 200]);
      expect((await register(app, email)).status).toBe(201);
    }
    const { rows } = await app.platform.db.pool.query('SELECT email_normalized FROM user_account');
    expect(rows).toEqual([{ email_normalized: 'mike.fisher@xn--bcher-kva.test' }]);
  });

  it('an address with similar-looking letters of another alphabet is a different address with its own account', async () => {
    const app = await testApp();
    const [latin, cyrillic, dotless] = ['maria@mail.test', 'mаria@mail.test', 'marıa@mail.test'];
    await register(app, latin);
    await verify(app, latin, await mailedCode(app, latin));
    for (const other of [cyrillic, dotless]) {
      await register(app, other, 'Other.Lathe.5');
      const code = await mailedCode(app, other);
      expect((await verify(app, latin, code)).body.code).toBe('code_invalid');
      expect((await login(app, other, 'Other.Lathe.5')).body.code).toBe('email_unverified');
      // The mail goes only to the address that looks similar, not to the real one.
      await app.request('/api/auth/reset-password/request', { json: { email: other } });
    }
    expect((await subjects(app, latin)).filter((subject) => subject.includes('reset'))).toEqual([]);
    expect((await login(app, latin, PASSWORD)).status).toBe(200);
    expect((await login(app, latin, 'Other.Lathe.5')).status).toBe(401);
  });

  it('the server mails to the spelling with which the address was registered, whichever one a person types later', async () => {
    const app = await testApp();
    await register(app, 'Mara@Mail.test');
    await app.request('/api/auth/verify-email/resend', { json: { email: 'ＭＡＲＡ@mail.test' } });
    waitForLimits(app, 60);
    await app.request('/api/auth/verify-email/resend', { json: { email: 'ＭＡＲＡ@mail.test' } });
    await app.jobs.drain();
    const { rows } = await app.platform.db.pool.query<{ recipient: string }>(
      'SELECT DISTINCT recipient FROM dev_mail',
    );
    expect(rows).toEqual([{ recipient: 'Mara@Mail.test' }]);
  });
});

describe('a mailed code works only for the address that it was sent to', () => {
  it('security 23: a code is valid only for the address that it was sent to, and works once', async () => {
    const app = await testApp();
    await register(app, 'one@mail.test');
    await register(app, 'other@mail.test');
    const [mine, theirs] = [await mailedCode(app, 'one@mail.test'), await mailedCode(app, 'other@mail.test')];
    if (mine !== theirs) {
      expect((await verify(app, 'other@mail.test', mine)).body.code).toBe('code_invalid');
    }
    expect((await verify(app, 'one@mail.test', mine)).status).toBe(200);
    expect((await verify(app, 'one@mail.test', mine)).body.code).toBe('code_invalid');
    expect((await verify(app, 'other@mail.test', theirs)).status).toBe(200);
  });
});

describe('a signed-in person who registers again keeps the session', () => {
  it('a signed-in person who registers gets a second account and keeps the session', async () => {
    const app = await testApp();
    const person = await app.person();
    expect((await register(app, 'second@mail.test', PASSWORD, person.token)).status).toBe(201);
    expect((await register(app, person.email, PASSWORD, person.token)).status).toBe(201);
    expect(await isLetIn(app, person.token)).toBe(true);
    expect((await login(app, person.email, app.password)).body.user.id).toBe(person.id);
    const { body } = await verify(app, 'second@mail.test', await mailedCode(app, 'second@mail.test'));
    expect(body.user.id).not.toBe(person.id);
    expect(await isLetIn(app, person.token)).toBe(true);
    expect((await register(app, 'third@mail.test', PASSWORD, 'x.y.z')).body.code).toBe('unauthenticated');
  });
});

describe('security 22: neither waiting time nor work shows whether an account exists', () => {
  /** The SQL statements that `work` sends, without values, and the number of its password hashes. */
  async function workOf(work: () => Promise<unknown>): Promise<{ statements: string[]; hashes: number }> {
    const statements: string[] = [];
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: Parameters<typeof query>
    ) {
      const [asked] = args as unknown as [string | { text?: string }];
      const text = typeof asked === 'string' ? asked : (asked.text ?? '');
      // Connections check their limits, once each. Of the statements for jobs only those of new jobs count.
      if (
        /INSERT INTO pgboss/.test(text) ||
        !/pg_listening_channels|pgboss|^SELECT 1$|statement_timeout/.test(text)
      )
        statements.push(text.replace(/\s+/g, ' '));
      return query.apply(this, args);
    } as typeof query);
    try {
      const hashes = await hashesDuring(work);
      return { statements: statements.sort(), hashes };
    } finally {
      spy.mockRestore();
    }
  }
  const query = pg.Client.prototype.query;
  const HASHES: Record<string, number> = {
    login: 1,
    register: 1,
    'verify-email': 0,
    'reset request': 0,
    'reset code': 0,
  };

  it('login, registration and reset send the same SQL and hash as many passwords, whether the address has an account or not', async () => {
    const app = await testApp();
    // The connection for notifications also sends statements, so it must be open before.
    await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), 30_000);
    const person = await app.person();
    const asks: Record<string, (email: string) => Promise<unknown>> = {
      login: (email) => login(app, email, 'Wrong.Lathe.4'),
      register: (email) => register(app, email),
      'verify-email': (email) => verify(app, email, '123456'),
      'reset request': (email) => app.request('/api/auth/reset-password/request', { json: { email } }),
      'reset code': (email) =>
        app.request('/api/auth/reset-password/verify-code', { json: { email, code: '123456' } }),
    };
    for (const [what, ask] of Object.entries(asks)) {
      const known = await workOf(() => ask(person.email));
      const unknown = await workOf(() => ask('nobody@mail.test'));
      expect(known.statements.length).toBeGreaterThan(1);
      expect([what, known.hashes]).toEqual([what, HASHES[what]]);
      expect([what, unknown]).toEqual([what, known]);
    }
  });
});

describe('security 14: the reset cookie works only from our own pages', () => {
  it("the reset cookie is accepted only from pages of the server's origin, even if CORS allows another origin", async () => {
    const app = await testApp({ CORS_ORIGINS: 'https://shop.example' });
    const json = { password: PASSWORD };
    const own = new URL(app.platform.publicUrl()).origin;
    const tries: [Record<string, string>, string][] = [
      [{ origin: 'https://shop.example' }, 'cross_site'],
      [{ origin: 'null' }, 'cross_site'],
      [{ 'sec-fetch-site': 'same-site' }, 'cross_site'],
      [{ origin: own }, 'reset_expired'],
      [{}, 'reset_expired'],
    ];
    for (const [headers, code] of tries) {
      const { body } = await app.request('/api/auth/reset-password/new', { json, headers });
      expect([headers, body.code]).toEqual([headers, code]);
    }
  });
});
