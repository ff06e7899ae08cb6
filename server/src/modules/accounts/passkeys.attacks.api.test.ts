import type { ProblemBody } from '@vialproof/contract/errors';
import type { SecurityLog } from '@vialproof/contract/security-log';
import { describe, expect, it } from 'vitest';
import { hashOpaque } from '../../platform/opaque-token.ts';
import { finishSignIn, isLetIn, login, switchOn } from '../../testing/accounts.ts';
import {
  addPasskey,
  beginPasskey,
  createAuthenticator,
  passkeyAnswer,
  passkeyOptions,
  passkeySignIn,
  registerPasskey,
  sendPasskey,
} from '../../testing/passkeys.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './accounts.service.ts';

const EVIL = 'https://evil.example';
const kindsOf = async (app: TestApp, token: string) => {
  const { body } = await app.request<SecurityLog>('/api/me/security-log', { token });
  return body.data.map(({ kind }) => kind);
};
const challengesIn = async (app: TestApp) =>
  (await app.platform.db.pool.query('SELECT challenge_hash FROM passkey_challenge')).rows;

/** For tests that look only at the people whom they sign up. */
const usual = shared((atEnd) => testApp({}, { atEnd }));

describe('a passkey signs in only here, with its user verified', () => {
  it.each([
    ['another origin', { origin: EVIL }],
    ['the same host with another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['no user verification', { isUnverified: true }],
    ['the user handle of nobody', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['no user handle', { userHandle: null }],
  ])('a sign-in is refused after %s', async (_, faults) => {
    const app = usual();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const refused = await passkeySignIn(app, device, faults);
    expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused']);
    expect(await kindsOf(app, person.token)).toContain('sign_in_failed');
    expect((await passkeySignIn(app, device)).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: EVIL }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['no user verification', { isUnverified: true }],
  ])('a new passkey is refused after %s', async (_, faults) => {
    const app = usual();
    const device = createAuthenticator(app);
    const refused = await registerPasskey(app, await app.person(), device, faults);
    expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused']);
    expect((await passkeySignIn(app, device)).body.code).toBe('passkey_refused');
  });

  it('an answer with another signature, another type or no sense is refused', async () => {
    const app = usual();
    const { device } = await addPasskey(app, await app.person());
    const right = await passkeyAnswer(app, device);
    const other = await passkeyAnswer(app, device);
    const { response } = right;
    const clientData = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const wrong = [
      { ...response, signature: other.response.signature },
      { ...response, signature: 'AAAA' },
      { ...response, authenticatorData: other.response.authenticatorData },
      { ...response, authenticatorData: 'AAAA' },
      { ...response, clientDataJSON: clientData(null) },
      { ...response, clientDataJSON: clientData({ challenge: 7 }) },
      { ...response, clientDataJSON: 'AAAA' },
    ];
    for (const each of wrong)
      expect((await sendPasskey(app, { ...right, response: each })).body.code).toBe('passkey_refused');
    const { status } = await app.request('/api/auth/passkeys/sign-in', { json: { response: { id: 'x' } } });
    expect(status).toBe(422);
  });

  it('an authenticator whose count of signatures goes back is refused, and the security log says so, but its owner is not locked out', async () => {
    const app = usual();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    expect((await passkeySignIn(app, device, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 8, 0]) {
      const copied = await passkeySignIn(app, device, { counter });
      expect([copied.status, copied.body.code]).toEqual([401, 'passkey_refused']);
    }
    expect(await kindsOf(app, person.token)).toContain('passkey_copied');
    expect(await isLetIn(app, person.token)).toBe(true);
    expect((await passkeySignIn(app, device, { counter: 10 })).status).toBe(200);
  });

  it('an authenticator that never counts is accepted each time', async () => {
    const app = usual();
    const device = createAuthenticator(app);
    await registerPasskey(app, await app.person(), device, { counter: 0 });
    for (let times = 0; times < 3; times += 1)
      expect((await passkeySignIn(app, device, { counter: 0 })).status).toBe(200);
  });
});

describe('a challenge is answered once, in five minutes, by the person whom it was made for', () => {
  it('a copied answer signs in once, also if it is sent several times at once', async () => {
    const app = usual();
    const { device } = await addPasskey(app, await app.person());
    const answer = await passkeyAnswer(app, device);
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendPasskey(app, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('a refused answer uses its challenge up', async () => {
    const app = usual();
    const { device } = await addPasskey(app, await app.person());
    const options = await passkeyOptions(app);
    expect((await sendPasskey(app, device.get(options, { origin: EVIL }))).status).toBe(401);
    expect((await sendPasskey(app, device.get(options))).status).toBe(401);
  });

  it('a challenge ends after five minutes, and is then swept', async () => {
    const app = await testApp();
    const { device } = await addPasskey(app, await app.person());
    const [early, late] = [await passkeyAnswer(app, device), await passkeyAnswer(app, device)];
    app.clock.advance(299_000);
    expect((await sendPasskey(app, early)).status).toBe(200);
    await sweepAccounts(app.modules.accounts);
    expect((await challengesIn(app)).length).toBe(1);
    app.clock.advance(1_000);
    expect((await sendPasskey(app, late)).status).toBe(401);
    app.clock.advance(1_000);
    await sweepAccounts(app.modules.accounts);
    expect(await challengesIn(app)).toEqual([]);
  });

  it('a challenge for adding a passkey signs nobody in, and the other way round', async () => {
    const app = usual();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const begun = (await beginPasskey(app, person)).body.data;
    expect((await sendPasskey(app, device.get(begun))).status).toBe(401);
    const response = createAuthenticator(app).create({ ...begun, ...(await passkeyOptions(app, person)) });
    const refused = await app.request<ProblemBody>('/api/auth/passkeys/register', {
      json: { response, name: 'Telephone' },
      token: person.token,
    });
    expect(refused.body.code).toBe('passkey_refused');
  });

  it('a person cannot add a passkey with the challenge of somebody else, or a passkey that somebody else has', async () => {
    const app = usual();
    const [person, other] = [await app.person(), await app.person()];
    const begun = (await beginPasskey(app, other)).body.data;
    const register = (response: object) =>
      app.request<ProblemBody>('/api/auth/passkeys/register', {
        json: { response, name: 'Telephone' },
        token: person.token,
      });
    const foreign = await register(createAuthenticator(app).create(begun));
    expect(foreign.body.code).toBe('passkey_refused');
    const { device } = await addPasskey(app, other);
    const taken = await register(device.create((await beginPasskey(app, person)).body.data));
    expect([taken.status, taken.body.code]).toEqual([409, 'wrong_state']);
    const userHandle = Buffer.from(other.id).toString('base64url');
    expect((await passkeySignIn(app, device, { userHandle })).body.user.id).toBe(other.id);
  });

  it('the second step takes no passkey of another person, and no answer to a challenge of another sign-in', async () => {
    const app = usual();
    const [person, thief] = [await app.person(), await app.person()];
    await switchOn(app, person);
    const own = await addPasskey(app, person);
    const foreign = await addPasskey(app, thief);
    const { token: challenge } = (await login(app, person.email, app.password)).body.challenge;
    const wrong = [
      await passkeyAnswer(app, foreign.device, { challenge }),
      await passkeyAnswer(app, foreign.device, thief),
      await passkeyAnswer(app, own.device),
    ];
    for (const passkey of wrong) {
      const refused = await finishSignIn(app, { challenge, passkey });
      expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused']);
    }
    expect(await kindsOf(app, person.token)).toContain('second_factor_failed');
    const passkey = await passkeyAnswer(app, own.device, { challenge });
    expect((await finishSignIn(app, { challenge, passkey })).status).toBe(200);
  });

  it('a step-up takes no passkey of another person', async () => {
    const app = usual();
    const [person, thief] = [await app.person(), await app.person()];
    await addPasskey(app, person);
    const { device } = await addPasskey(app, thief);
    for (const asker of [person, thief, {}]) {
      const refused = await app.request<ProblemBody>('/api/auth/step-up', {
        json: { passkey: await passkeyAnswer(app, device, asker) },
        token: person.token,
      });
      expect([refused.status, refused.body.code]).toEqual([401, 'signature_refused']);
    }
  });
});

describe('strangers learn and store little', () => {
  it('the options without a sign-in are the same with and without passkeys in the database, and challenges are stored as hashes', async () => {
    const app = await testApp();
    const shapeOf = async () => Object.keys(await passkeyOptions(app)).sort();
    const before = await shapeOf();
    await addPasskey(app, await app.person());
    expect(await shapeOf()).toEqual(before);
    const { challenge } = await passkeyOptions(app);
    expect(await challengesIn(app)).toContainEqual({ challenge_hash: hashOpaque(challenge) });
  });

  it('one place gets 300 challenges in a quarter of an hour, and its people can still sign in with their passwords', async () => {
    const app = await testApp();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const ask = () => app.request<ProblemBody>('/api/auth/passkeys/options', { json: {} });
    for (let times = 0; times < 300; times += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).body.code).toBe('rate_limited');
    // A signed-in person is counted alone.
    expect((await passkeyOptions(app, person)).allowCredentials?.[0]?.id).toBe(device.id);
    expect((await login(app, person.email, app.password)).status).toBe(200);
  });
});
