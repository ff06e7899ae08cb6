import { argon2Sync, createHmac } from 'node:crypto';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '../../platform/password-hash.ts';
import { hashesDuring } from '../../testing/password-hashes.ts';
import { type Person, shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { authenticateViewer, grantRole, sweepAccounts } from './accounts.service.ts';

type Answer = SignedIn & ProblemBody;
const login = (app: TestApp, email: string, password: string, headers: Record<string, string> = {}) =>
  app.request<Answer>('/api/auth/login', { json: { email, password }, headers });
const refresh = (app: TestApp, refresh_token: string) =>
  app.request<Answer>('/api/auth/refresh', { json: { refresh_token } });
const isLetIn = async (app: TestApp, token: string) =>
  (await app.request('/api/me/profile', { token })).status === 200;

describe('a person signs in with a password, and wrong passwords are limited', () => {
  it('signing in gives an access token for 15 minutes and a refresh token', async () => {
    const app = await testApp();
    const person = await app.person();
    expect(person.session.expires_at).toBe(new Date(app.clock.now().getTime() + 900_000).toISOString());
    expect(await isLetIn(app, person.token)).toBe(true);
    app.clock.advance(15 * 60_000);
    expect(await isLetIn(app, person.token)).toBe(false);
    const next = await refresh(app, person.session.refresh_token);
    expect(next.status).toBe(200);
    expect(next.body.user.email).toBe(person.email);
    expect(await isLetIn(app, next.body.session.access_token)).toBe(true);
  });

  it('security 22: a wrong password and an unknown address get the same text after one password hash', async () => {
    const app = await testApp();
    const { email } = await app.person();
    const answers = new Set<string>();
    for (const address of [email, 'nobody@mail.test']) {
      const hashes = await hashesDuring(async () => {
        const { status, body } = await login(app, address, 'Wrong.Lathe.4');
        answers.add(JSON.stringify([status, body]));
      });
      expect([address, hashes]).toEqual([address, 1]);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('Invalid email or password');
  });

  it('security 9: wrong passwords from one IP address are limited per account; the owner can sign in from another address', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const { email } = await app.person();
    const [guesser, home] = [{ 'x-forwarded-for': '203.0.113.9' }, { 'x-forwarded-for': '198.51.100.7' }];
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => login(app, email, 'Wrong.Lathe.4', guesser)),
    );
    expect(tries.filter(({ status }) => status === 401).length).toBe(10);
    const refused = await login(app, email, app.password, guesser);
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(app, email, app.password, home)).status).toBe(200);
    // Nobody can try one password for a long list of accounts.
    let status = 401;
    for (let account = 0; status === 401 && account < 60; account += 1) {
      status = (await login(app, `account${account}@mail.test`, 'Wrong.Lathe.4', guesser)).status;
    }
    expect(status).toBe(429);
  });

  it('security 35: after wrong passwords, the log contains the network of the client and not its address', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const person = await app.person();
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    for (let tries = 0; tries < 11; tries += 1) await login(app, person.email, 'Wrong.Lathe.4', headers);
    const json = { password: 'Wrong.Lathe.4' };
    await app.request('/api/auth/step-up', { token: person.token, json, headers });
    for (const line of ['a sign-in failed', 'sign-ins from this place', 'a password or code was not right'])
      expect(app.logWatch.lines(line)[0]).toContain('"client":"203.0.113.0"');
    expect(app.logWatch.says('203.0.113.77')).toBe(false);
  });

  it('security 17: a false X-Forwarded-For header does not reset the limit of wrong passwords', async () => {
    const app = await testApp();
    const { email } = await app.person();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${attempt}` };
      statuses.push((await login(app, email, 'Wrong.Lathe.4', headers)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('security 15: an IP address counts as the same, whatever port a proxy writes after it', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const { email } = await app.person();
    for (const address of ['9.9.9.8', '[2001:db8::1]']) {
      const statuses = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const headers = { 'x-forwarded-for': `${address}:${40_001 + attempt}` };
        statuses.push((await login(app, email, 'Wrong.Lathe.4', headers)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    }
  });

  it('security 9: all addresses of one IPv6 network count as one visitor', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const { email } = await app.person();
    const tryFrom = async (address: string) =>
      (await login(app, email, 'Wrong.Lathe.4', { 'x-forwarded-for': address })).status;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await tryFrom(`2001:db8:0:7::${attempt}`)).toBe(401);
      expect(await tryFrom(`2001:0DB8::7:${attempt}:0:0:9`)).toBe(401);
    }
    expect(await tryFrom('2001:db8:0:7:ffff::1')).toBe(429);
    expect(await tryFrom('2001:db8:0:8::1')).toBe(401);
    for (let attempt = 0; attempt < 10; attempt += 1) await tryFrom('203.0.113.5');
    expect(await tryFrom('::ffff:203.0.113.5')).toBe(429);
  });

  it('the right password sets the number of wrong passwords to zero', async () => {
    const app = await testApp();
    const { email } = await app.person();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await login(app, email, 'Wrong.Lathe.4');
      expect((await login(app, email, app.password)).status).toBe(200);
    }
  });

  it('at a sign-in, a password hash with old settings is replaced by one with the present settings', async () => {
    const app = await testApp({}, { passwordCost: PASSWORD_COST });
    const { email } = await app.person();
    const salt = Buffer.alloc(16, 7);
    const cost = { memory: 8192, passes: 1, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: app.password, nonce: salt, tagLength: 32, ...cost });
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(tag)}`;
    await app.platform.db.pool.query('UPDATE user_account SET password_hash = $1', [old]);
    expect((await login(app, email, app.password)).status).toBe(200);
    const { rows } = await app.platform.db.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM user_account',
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(app, email, app.password)).status).toBe(200);
  });

  it('security 14: a sign-in that comes from another site is refused', async () => {
    const app = await testApp();
    const { email } = await app.person();
    const answer = await login(app, email, app.password, { origin: 'https://evil.example' });
    expect(answer.body.code).toBe('cross_site');
    expect((await app.request('/api/auth/logout')).status).toBe(405);
  });
});

/** For tests that look only at the people whom they sign up. */
const usual = shared((atEnd) => testApp({}, { atEnd }));

describe('a session is renewed while it is used, and ends after a fixed time', () => {
  it('security 24: tokens are long, new at each sign-in, and stored only as hashes', async () => {
    const app = usual();
    const { email, session } = await app.person();
    const again = (await login(app, email, app.password)).body.session;
    expect(again.refresh_token).not.toBe(session.refresh_token);
    expect(again.access_token).not.toBe(session.access_token);
    expect(Buffer.from(session.refresh_token, 'base64url').length).toBe(32);
    const { rows } = await app.platform.db.pool.query<{ all: string }>(
      "SELECT string_agg(t::text, ' ') || (SELECT string_agg(s::text, ' ') FROM user_session s) AS all FROM refresh_token t",
    );
    expect(rows[0]?.all).not.toContain(session.refresh_token);
    expect(rows[0]?.all).not.toContain(Buffer.from(session.refresh_token).toString('hex'));
    expect(rows[0]?.all).not.toContain(Buffer.from(session.refresh_token, 'base64url').toString('hex'));
  });

  it('security 24: a refresh token that is used again ends the session and its access tokens at once', async () => {
    const app = usual();
    const { session, email } = await app.person();
    const other = (await login(app, email, app.password)).body.session;
    const second = (await refresh(app, session.refresh_token)).body.session;
    app.clock.advance(10_001);
    expect((await refresh(app, session.refresh_token)).body.code).toBe('unauthenticated');
    expect(await isLetIn(app, second.access_token)).toBe(false);
    expect((await refresh(app, second.refresh_token)).status).toBe(401);
    // Another session of the same person stays valid.
    expect(await isLetIn(app, other.access_token)).toBe(true);
  });

  it('two tabs that refresh at the same time stay signed in', async () => {
    const app = usual();
    const { session } = await app.person();
    const tabs = await Promise.all([1, 2, 3].map(() => refresh(app, session.refresh_token)));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
    app.clock.advance(9_000);
    expect((await refresh(app, session.refresh_token)).status).toBe(200);
    for (const { body } of tabs) expect((await refresh(app, body.session.refresh_token)).status).toBe(200);
  });

  it('security 24: a session ends after 30 days without use, and after 90 days in any case', async () => {
    const app = await testApp();
    const day = 86_400_000;
    const idle = await app.person();
    app.clock.advance(30 * day);
    expect((await refresh(app, idle.session.refresh_token)).status).toBe(401);
    let token = (await app.person()).session.refresh_token;
    for (let days = 0; days < 87; days += 29) {
      app.clock.advance(29 * day);
      token = (await refresh(app, token)).body.session.refresh_token;
    }
    app.clock.advance(3 * day);
    expect((await refresh(app, token)).status).toBe(401);
  });

  it('security 24: signing out ends this session and no other', async () => {
    const app = usual();
    const { email, token, session } = await app.person();
    const elsewhere = (await login(app, email, app.password)).body.session;
    const out = await app.request('/api/auth/logout', { json: { refresh_token: session.refresh_token } });
    expect(out.status).toBe(204);
    expect(await isLetIn(app, token)).toBe(false);
    expect((await refresh(app, session.refresh_token)).status).toBe(401);
    expect(await isLetIn(app, elsewhere.access_token)).toBe(true);
    const unknown = await app.request('/api/auth/logout', { json: { refresh_token: 'nonsense' } });
    expect(unknown.status).toBe(204);
  });

  it('security 24: disabling an account or changing its role takes effect at once', async () => {
    const app = await testApp();
    const person = await app.person('analyst');
    expect((await authenticateViewer(app.modules.accounts, person.token)) as object).toMatchObject({
      role: 'analyst',
    });
    await grantRole(app.modules.accounts, person.email, 'customer', null);
    expect((await authenticateViewer(app.modules.accounts, person.token)) as object).toMatchObject({
      role: 'customer',
    });
    await app.platform.db.pool.query('UPDATE user_account SET disabled_at = now()');
    expect(await isLetIn(app, person.token)).toBe(false);
    expect((await refresh(app, person.session.refresh_token)).status).toBe(401);
    expect((await login(app, person.email, app.password)).body.code).toBe('invalid_credentials');
  });

  it('security 28: an access token is accepted only if we signed it for this purpose and it has not expired', async () => {
    const app = usual();
    const person = await app.person();
    const [head = '', claims = '', signature = ''] = person.token.split('.');
    const secret = app.platform.config.secrets.jwt.newest;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const sign = (header: object, payload: object, key = secret, hash = 'sha256') => {
      const text = `${encode(header)}.${encode(payload)}`;
      return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
    };
    const header = { alg: 'HS256', typ: 'at+jwt' };
    expect(await isLetIn(app, sign(header, decoded))).toBe(true);
    const now = Math.floor(app.clock.now().getTime() / 1000);
    // The clocks of two processes may differ by a minute.
    expect(await isLetIn(app, sign(header, { ...decoded, iat: now + 60 }))).toBe(true);
    const lastLetter = signature.at(-1) ?? '';
    const neighbour = String.fromCharCode(lastLetter.charCodeAt(0) + 1);
    const other = await app.person();
    const forged: Record<string, string> = {
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      'no signature': `${head}.${claims}.`,
      'another algorithm': sign({ ...header, alg: 'HS512' }, decoded, secret, 'sha512'),
      'another secret': sign(header, decoded, 'x'.repeat(43)),
      'changed claims': `${head}.${encode({ ...decoded, sub: other.id })}.${signature}`,
      'another person': sign(header, { ...decoded, sub: other.id }),
      'another type': sign({ ...header, typ: 'JWT' }, decoded),
      'another audience': sign(header, { ...decoded, aud: 'elsewhere' }),
      'another issuer': sign(header, { ...decoded, iss: 'elsewhere' }),
      'no expiry': sign(header, { ...decoded, exp: undefined }),
      expired: sign(header, { ...decoded, exp: now }),
      'from the future': sign(header, { ...decoded, iat: now + 62 }),
      'not valid yet': sign(header, { ...decoded, nbf: now + 62 }),
      'without the time of issue': sign(header, { ...decoded, iat: undefined }),
      'signs behind it': `${person.token}=`,
      'unused bits changed': `${head}.${claims}.${signature.slice(0, -1)}${neighbour}`,
      'no session': sign(header, { ...decoded, sid: undefined }),
      'a session that is none': sign(header, { ...decoded, sid: 'x' }),
      'a refresh token': person.session.refresh_token,
    };
    for (const [what, token] of Object.entries(forged)) {
      const { status, body } = await app.request('/api/me/profile', { token });
      expect([what, status, body.code]).toEqual([what, 401, 'unauthenticated']);
    }
    const swapped = await refresh(app, person.token);
    expect([swapped.status, swapped.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('a job deletes sessions that ended long ago, and keeps valid sessions', async () => {
    const app = await testApp();
    const gone = await app.person();
    await app.request('/api/auth/logout', { json: { refresh_token: gone.session.refresh_token } });
    app.clock.advance(29 * 86_400_000);
    const alive: Person = await app.person();
    app.clock.advance(2 * 86_400_000);
    await sweepAccounts(app.modules.accounts);
    const { rows } = await app.platform.db.pool.query('SELECT user_id FROM user_session');
    expect(rows).toEqual([{ user_id: alive.id }]);
    expect((await refresh(app, alive.session.refresh_token)).status).toBe(200);
  });
});
