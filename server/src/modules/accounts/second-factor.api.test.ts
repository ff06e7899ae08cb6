import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import {
  authenticator,
  isLetIn,
  login,
  subjects,
  switchOn,
  visitor,
  waitForLimits,
} from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { authenticateViewer, grantRole } from './accounts.service.ts';

type Answer = SignedIn & ProblemBody;
const answer = (app: TestApp, challenge: string, code: string) =>
  app.request<Answer>('/api/auth/second-factor', { json: { challenge, code } });
const challengeOf = async (app: TestApp, email: string) =>
  (await login(app, email, app.password)).body.challenge.token;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a sign-in needs a code after the person has switched on the second factor', () => {
  it('the second factor is off by default, and a sign-in then needs no code', async () => {
    const app = await testApp();
    const person = await app.person();
    const { status, body } = await login(app, person.email, app.password);
    expect([status, Object.keys(body).sort()]).toEqual([200, ['session', 'user']]);
    expect(body.user.second_factor).toBe('off');
  });

  it('a person switches the second factor on with a code; other devices are signed out, and each sign-in asks for a code', async () => {
    const app = await testApp();
    const person = await app.person();
    const elsewhere = (await login(app, person.email, app.password)).body.session;
    const { secret, recovery_codes, user, setup } = await switchOn(app, person);
    expect(setup.otpauth_url).toContain(`secret=${secret}`);
    expect(setup.otpauth_url).toMatch(/^otpauth:\/\/totp\/Vialproof/);
    expect(setup.qr_svg).toMatch(/^<svg /);
    expect(user.second_factor).toBe('on');
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect([await isLetIn(app, person.token), await isLetIn(app, elsewhere.access_token)]).toEqual([
      true,
      false,
    ]);
    expect(await subjects(app, person.email)).toContain('Two-step sign-in is on for your Vialproof account');

    const asked = await login(app, person.email, app.password);
    expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['challenge']]);
    const expected = new Date(app.clock.now().getTime() + 600_000).toISOString();
    expect(asked.body.challenge.expires_at).toBe(expected);
    expect(await isLetIn(app, asked.body.challenge.token)).toBe(false);
    const signedIn = await answer(app, asked.body.challenge.token, authenticator(app, secret, 1));
    expect([signedIn.status, signedIn.body.user.second_factor]).toEqual([200, 'on']);
    expect(await isLetIn(app, signedIn.body.session.access_token)).toBe(true);
    // The answer to a wrong password does not show whether there is a second factor.
    expect((await login(app, person.email, 'Wrong.Lathe.4')).body.code).toBe('invalid_credentials');
  });

  it('each code works once, and up to one time step early or late', async () => {
    const app = await testApp();
    const person = await app.person();
    const { secret, code } = await switchOn(app, person);
    const tryCode = async (text: string) =>
      (await answer(app, await challengeOf(app, person.email), text)).status;
    expect(await tryCode(code)).toBe(400);
    app.clock.advance(30_000);
    expect(await tryCode(authenticator(app, secret, 2))).toBe(400);
    expect(await tryCode(authenticator(app, secret, 1))).toBe(200);
    // Codes of the second factor that are older than the last used one are refused.
    expect(await tryCode(authenticator(app, secret, 0))).toBe(400);
    app.clock.advance(90_000);
    expect(await tryCode(authenticator(app, secret, -2))).toBe(400);
    expect(await tryCode(authenticator(app, secret, -1))).toBe(200);
    const { secret: other } = await switchOn(app, await app.person());
    expect(await tryCode(authenticator(app, other))).toBe(400);
  });

  it('if two sign-ins use the same code at the same time, only one succeeds', async () => {
    const app = await testApp();
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(app, person.email)));
    const code = authenticator(app, secret, 1);
    const answers = await Promise.all(challenges.map((challenge) => answer(app, challenge, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('a recovery code works once, in any spelling, and the owner gets a mail', async () => {
    const app = await testApp();
    const person = await app.person();
    const { recovery_codes } = await switchOn(app, person);
    const [first = '', second = ''] = recovery_codes;
    const typed = ` ${first.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await answer(app, await challengeOf(app, person.email), typed)).status).toBe(200);
    expect((await answer(app, await challengeOf(app, person.email), first)).body.code).toBe('code_invalid');
    const signedIn = await answer(app, await challengeOf(app, person.email), second);
    const { access_token: token } = signedIn.body.session;
    const { body } = await app.request<{ data: { recovery_codes_left: number } }>('/api/me/security', {
      token,
    });
    expect(body.data.recovery_codes_left).toBe(8);
    expect(await subjects(app, person.email)).toContain('A recovery code of your Vialproof account was used');
  });

  it('new recovery codes replace the old ones', async () => {
    const app = await testApp();
    const person = await app.person();
    const { secret, recovery_codes } = await switchOn(app, person);
    const renew = (code: string) =>
      app.request<{ data: { recovery_codes: string[] } }>('/api/me/second-factor/recovery-codes', {
        json: { code },
        token: person.token,
      });
    expect((await renew(wrong(authenticator(app, secret, 1)))).status).toBe(400);
    const renewed = await renew(authenticator(app, secret, 1));
    expect(renewed.status).toBe(200);
    const old = await answer(app, await challengeOf(app, person.email), recovery_codes[0] ?? '');
    expect(old.status).toBe(400);
    const [fresh = ''] = renewed.body.data.recovery_codes;
    expect((await answer(app, await challengeOf(app, person.email), fresh)).status).toBe(200);
  });

  it('security 23: an unfinished sign-in accepts five codes within ten minutes and works once', async () => {
    const app = await testApp();
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    app.clock.advance(60_000);
    const right = authenticator(app, secret);
    const spent = await challengeOf(app, person.email);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await answer(app, spent, wrong(right))).body.code).toBe('code_invalid');
    }
    expect((await answer(app, spent, right)).body.code).toBe('sign_in_expired');

    const late = await challengeOf(app, person.email);
    app.clock.advance(600_000);
    expect((await answer(app, late, authenticator(app, secret))).body.code).toBe('sign_in_expired');

    const used = await challengeOf(app, person.email);
    expect((await answer(app, used, authenticator(app, secret))).status).toBe(200);
    app.clock.advance(30_000);
    expect((await answer(app, used, authenticator(app, secret))).body.code).toBe('sign_in_expired');

    waitForLimits(app);
    const guesses = [];
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      guesses.push((await answer(app, await challengeOf(app, person.email), '000000')).status);
    }
    expect(guesses.at(-1)).toBe(429);
    expect(guesses.slice(0, 10)).toEqual(Array(10).fill(400));
  });

  it('security 21: the second factor is switched on or off only with the password; a new password ends unfinished sign-ins', async () => {
    const app = await testApp();
    const person = await app.person();
    const { token } = person;
    const setUp = (json: object) => app.request<ProblemBody>('/api/me/second-factor/setup', { json, token });
    for (const json of [{}, { current_password: 'Wrong.Lathe.4' }]) {
      const refused = await setUp(json);
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'current_password']);
    }
    const { secret } = await switchOn(app, person);
    expect((await setUp({ current_password: app.password })).body.code).toBe('wrong_state');

    const halfDone = await challengeOf(app, person.email);
    const changed = await app.request<Answer>('/api/me/password', {
      method: 'PUT',
      json: { current_password: app.password, password: 'Other.Lathe.5' },
      token,
    });
    expect(changed.status).toBe(200);
    expect((await answer(app, halfDone, authenticator(app, secret, 1))).body.code).toBe('sign_in_expired');

    const off = (code: string, current_password: string) =>
      app.request<ProblemBody>('/api/me/second-factor/off', {
        json: { code, current_password },
        token: changed.body.session.access_token,
      });
    expect((await off(authenticator(app, secret, 1), app.password)).status).toBe(422);
    expect((await off(wrong(authenticator(app, secret, 1)), 'Other.Lathe.5')).status).toBe(400);
    expect((await off(authenticator(app, secret, 1), 'Other.Lathe.5')).status).toBe(204);
    expect((await login(app, person.email, 'Other.Lathe.5')).status).toBe(200);
    expect(await subjects(app, person.email)).toContain('Two-step sign-in is off for your Vialproof account');
  });

  it('the secret of a second factor is stored encrypted, and recovery codes are stored as hashes', async () => {
    const app = await testApp();
    const [one, other] = [await app.person(), await app.person()];
    const { secret, recovery_codes } = await switchOn(app, one);
    await switchOn(app, other);
    const { pool } = app.platform.db;
    const { rows } = await pool.query<{ all: string }>(
      "SELECT string_agg(f::text, ' ') || (SELECT string_agg(c::text, ' ') FROM recovery_code c) AS all FROM second_factor f",
    );
    const stored = rows[0]?.all ?? '';
    expect(stored).not.toContain(secret);
    for (const code of recovery_codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'));
    }
    // A secret that is copied to another account does not work there.
    await pool.query(
      'UPDATE second_factor SET secret = (SELECT secret FROM second_factor WHERE user_id = $1) WHERE user_id = $2',
      [one.id, other.id],
    );
    const moved = await answer(app, await challengeOf(app, other.email), authenticator(app, secret, 1));
    expect(moved.status).toBe(500);
  });

  it('a password reset does not bypass the second factor', async () => {
    const app = await testApp();
    const person = await app.person();
    await switchOn(app, person);
    expect(await visitor(app).reset(person.email, 'Other.Lathe.5')).toBe(204);
    expect((await login(app, person.email, 'Other.Lathe.5')).status).toBe(202);
  });
});

describe('staff must have a second factor', () => {
  it('staff without the required second factor have no staff rights until they switch it on', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const admin = await app.person('admin');
    const { body } = await login(app, admin.email, app.password);
    expect([body.user.role, body.user.second_factor]).toEqual(['admin', 'required']);
    const queue = () => app.request<ProblemBody>('/api/lab/requests', { token: admin.token });
    const refused = await queue();
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
    // Staff without a second factor lose all other rights too.
    expect((await authenticateViewer(app.modules.accounts, admin.token)) as object).toMatchObject({
      role: 'customer',
    });

    const { secret, user } = await switchOn(app, admin);
    expect(user.second_factor).toBe('on');
    expect((await queue()).status).toBe(200);
    const off = await app.request<ProblemBody>('/api/me/second-factor/off', {
      json: { code: authenticator(app, secret, 1), current_password: app.password },
      token: admin.token,
    });
    expect([off.status, off.body.code]).toEqual([409, 'wrong_state']);
  });

  it('in production, the second factor is required for staff, and sign-in providers are called by https', () => {
    const production = (env: Record<string, string>) => () => loadConfig({ NODE_ENV: 'production', ...env });
    expect(production({ STAFF_SECOND_FACTOR: '0' })).toThrow(/STAFF_SECOND_FACTOR/);
    expect(production({ STAFF_SECOND_FACTOR: '1' })).not.toThrow(/STAFF_SECOND_FACTOR/);
    expect(production({ GOOGLE_ISSUER: 'http://127.0.0.1:9' })).toThrow(/GOOGLE_ISSUER/);
  });

  it('customers may sign in without a second factor; a customer who becomes staff needs one before the first staff action', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const person = await app.person();
    expect((await login(app, person.email, app.password)).body.user.second_factor).toBe('off');
    await grantRole(app.modules.accounts, person.email, 'analyst', null);
    const { status } = await app.request('/api/lab/requests', { token: person.token });
    expect(status).toBe(403);
  });
});
