import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Passkey } from '@vialproof/contract/passkeys';
import type { SecurityLog } from '@vialproof/contract/security-log';
import { describe, expect, it } from 'vitest';
import {
  authenticator,
  finishSignIn,
  isLetIn,
  login,
  stepUp,
  subjects,
  switchOn,
  visitor,
} from '../../testing/accounts.ts';
import { laboratory, must } from '../../testing/lab.ts';
import {
  addPasskey,
  beginPasskey,
  createAuthenticator,
  passkeyAnswer,
  passkeyOptions,
  passkeySignIn,
  registerPasskey,
  removePasskey,
} from '../../testing/passkeys.ts';
import { labApp, type Person, shared, type TestApp, testApp } from '../../testing/test-app.ts';

const listed = async (app: TestApp, { token }: Pick<Person, 'token'>) =>
  (await app.request<{ data: Passkey[] }>('/api/me/passkeys', { token })).body.data;
const eventsOf = async (app: TestApp, token: string) => {
  const { body } = await app.request<SecurityLog>('/api/me/security-log', { token });
  return body.data.map(({ kind, note }) => [kind, note]);
};

/** For tests that look only at the people whom they sign up. */
const usual = shared((atEnd) => testApp({}, { atEnd }));

describe('a person adds and removes passkeys', () => {
  it('the options ask for a passkey that the device keeps and verifies its user with, for the host of PUBLIC_URL', async () => {
    const app = await testApp({ PUBLIC_URL: 'https://lab.example' });
    const person = await app.person();
    const { body } = await beginPasskey(app, person);
    expect(body.data).toMatchObject({
      rp: { id: 'lab.example', name: 'Vialproof' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { passkey, device } = await addPasskey(app, person);
    expect(passkey).toMatchObject({ name: 'Telephone', last_used_at: null });
    const again = await beginPasskey(app, person);
    expect(again.body.data.excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  it('an added passkey stands in the list, the security page and the security log, and its owner gets a mail', async () => {
    const app = usual();
    const person = await app.person();
    const { passkey } = await addPasskey(app, person, ' My\u200b telephone ');
    expect(passkey.name).toBe('My telephone');
    app.clock.advance(1_000);
    await addPasskey(app, person, 'Safe');
    expect((await listed(app, person)).map(({ name }) => name)).toEqual(['My telephone', 'Safe']);
    const { body } = await app.request<{ data: SecuritySummary }>('/api/me/security', {
      token: person.token,
    });
    expect([body.data.passkeys, body.data.second_factor]).toEqual([2, 'off']);
    expect(await eventsOf(app, person.token)).toContainEqual(['passkey_added', 'My telephone']);
    expect(await subjects(app, person.email)).toContain('A passkey was added to your Vialproof account');
    const [mail] = await app.mails(person.email);
    expect(mail?.text).toContain('The passkey “Safe” was added.');
    expect(await listed(app, await app.person())).toEqual([]);
  });

  it('a removed passkey lets nobody in, and only its owner removes it', async () => {
    const app = usual();
    const [person, other] = [await app.person(), await app.person()];
    const { device, passkey } = await addPasskey(app, person);
    for (const id of ['x', crypto.randomUUID()])
      expect((await removePasskey(app, person, id)).status).toBe(404);
    expect((await removePasskey(app, other, passkey.id)).status).toBe(404);
    expect((await removePasskey(app, person, passkey.id)).status).toBe(204);
    expect((await passkeySignIn(app, device)).body.code).toBe('passkey_refused');
    expect(await listed(app, person)).toEqual([]);
    expect(await eventsOf(app, person.token)).toContainEqual(['passkey_removed', 'Telephone']);
    expect(await subjects(app, person.email)).toContain('A passkey was removed from your Vialproof account');
  });

  it('adding and removing needs a confirmation of the last ten minutes', async () => {
    const app = await testApp();
    const person = await app.person();
    const { passkey } = await addPasskey(app, person);
    app.clock.advance(600_000);
    const device = createAuthenticator(app);
    expect((await beginPasskey(app, person)).body.code).toBe('step_up_required');
    expect((await removePasskey(app, person, passkey.id)).body.code).toBe('step_up_required');
    await stepUp(app, person.token, { password: app.password });
    expect((await registerPasskey(app, person, device)).status).toBe(201);
  });

  it('a person has at most 20 passkeys, each with a name of one line', async () => {
    const app = usual();
    const person = await app.person();
    for (const name of ['', '  ', 'x'.repeat(61), 'Two\nlines', 'Turned\u202earound']) {
      const refused = await registerPasskey(app, person, createAuthenticator(app), { name });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'name']);
    }
    for (let count = 0; count < 19; count += 1) await addPasskey(app, person);
    const last = await beginPasskey(app, person);
    await addPasskey(app, person);
    const response = createAuthenticator(app).create(last.body.data);
    const late = await app.request<ProblemBody>('/api/auth/passkeys/register', {
      json: { response, name: 'One more' },
      token: person.token,
    });
    expect([late.status, late.body.code]).toEqual([409, 'wrong_state']);
    expect((await beginPasskey(app, person)).body.code).toBe('wrong_state');
    expect((await listed(app, person)).length).toBe(20);
  });

  it('a password reset and a new password keep the passkeys', async () => {
    const app = usual();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const changed = await app.request<SignedIn>('/api/me/password', {
      method: 'PUT',
      json: { current_password: app.password, password: 'Other.Lathe.5' },
      token: person.token,
    });
    expect(changed.status).toBe(200);
    expect((await passkeySignIn(app, device)).status).toBe(200);
    expect(await visitor(app).reset(person.email, 'Third.Lathe.6')).toBe(204);
    expect((await passkeySignIn(app, device)).status).toBe(200);
  });
});

describe('a sign-in with a passkey', () => {
  it('a passkey signs in without a password, and counts as both factors', async () => {
    const app = usual();
    const person = await app.person();
    await switchOn(app, person);
    const { device } = await addPasskey(app, person);
    const options = await passkeyOptions(app);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const { status, body } = await passkeySignIn(app, device);
    expect([status, body.user.id, body.user.passkey]).toEqual([200, person.id, 'on']);
    expect(await isLetIn(app, body.session.access_token)).toBe(true);
    expect(await eventsOf(app, body.session.access_token)).toContainEqual(['signed_in', 'with a passkey']);
    const [passkey] = await listed(app, { token: body.session.access_token });
    expect(passkey?.last_used_at).toBe(app.clock.now().toISOString());
  });

  it('a disabled account is refused, and an unverified one says so only after the right passkey', async () => {
    const app = usual();
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const { pool } = app.platform.db;
    await pool.query('UPDATE user_account SET email_verified_at = NULL WHERE id = $1', [person.id]);
    const unverified = await passkeySignIn(app, device);
    expect([unverified.status, unverified.body.code]).toEqual([403, 'email_unverified']);
    expect((await passkeySignIn(app, device, { isUnverified: true })).body.code).toBe('passkey_refused');
    await pool.query('UPDATE user_account SET email_verified_at = now(), disabled_at = now() WHERE id = $1', [
      person.id,
    ]);
    const disabled = await passkeySignIn(app, device);
    expect([disabled.status, disabled.body.code]).toEqual([401, 'passkey_refused']);
  });

  it('the second step of a sign-in takes a code or a passkey', async () => {
    const app = usual();
    const person = await app.person();
    const { secret } = await switchOn(app, person);
    const methods = async () => (await login(app, person.email, app.password)).body.challenge.methods;
    expect(await methods()).toEqual(['code']);
    const { device } = await addPasskey(app, person);
    expect(await methods()).toEqual(['code', 'passkey']);
    const { token: challenge } = (await login(app, person.email, app.password)).body.challenge;
    const options = await passkeyOptions(app, { challenge });
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const passkey = device.get(options);
    for (const json of [{ challenge }, { challenge, passkey, code: authenticator(app, secret, 1) }]) {
      const refused = await finishSignIn(app, json);
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'code']);
    }
    const signedIn = await finishSignIn(app, { challenge, passkey });
    expect(signedIn.status).toBe(200);
    const { access_token: token } = signedIn.body.session;
    expect(await eventsOf(app, token)).toContainEqual(['signed_in', 'with a password and a passkey']);
    expect((await finishSignIn(app, { challenge, passkey })).body.code).toBe('sign_in_expired');
    const unknown = await app.request<ProblemBody>('/api/auth/passkeys/options', { json: { challenge } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'sign_in_expired']);
    const code = await login(app, person.email, app.password);
    const typed = { challenge: code.body.challenge.token, code: authenticator(app, secret, 1) };
    expect((await finishSignIn(app, typed)).status).toBe(200);
  });

  it('a customer with a passkey and no authenticator app still signs in with the password alone', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const person = await app.person();
    await addPasskey(app, person);
    const { status, body } = await login(app, person.email, app.password);
    expect([status, body.user.passkey, body.user.second_factor]).toEqual([200, 'on', 'off']);
  });
});

describe('a passkey proves again who somebody is', () => {
  it('a step-up takes a passkey, and a wrong one counts with the other wrong secrets', async () => {
    const app = await testApp();
    const person = await app.person();
    const { device, passkey } = await addPasskey(app, person);
    app.clock.advance(600_000);
    const token = person.token;
    const wrong = await stepUp(app, token, {
      passkey: await passkeyAnswer(app, device, { token }, { origin: 'https://evil.example' }),
    });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'signature_refused']);
    expect(wrong.body.errors?.[0]?.path).toBe('passkey');
    expect((await stepUp(app, token, { passkey: await passkeyAnswer(app, device, { token }) })).status).toBe(
      204,
    );
    expect((await removePasskey(app, person, passkey.id)).status).toBe(204);
    for (let tries = 0; tries < 19; tries += 1)
      expect((await stepUp(app, token, { password: 'Wrong-horse-7' })).body.session_ended).toBeUndefined();
    const last = await stepUp(app, token, { passkey: await passkeyAnswer(app, device, { token }) });
    expect([last.status, last.body.session_ended]).toEqual([401, true]);
    expect(await isLetIn(app, token)).toBe(false);
  });

  it('a result is signed with a passkey', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const ordered = await lab.received();
    await must(lab.save(lab.analyst, ordered));
    const { token } = lab.analyst;
    const { device } = await addPasskey(app, lab.analyst);
    const submit = async (passkey: object) =>
      app.request<ProblemBody>(`/api/lab/requests/${ordered.id}/submit`, {
        json: { passkey, meaning: 'measured' },
        token,
      });
    const forged = await passkeyAnswer(app, createAuthenticator(app), { token });
    const refused = await submit(forged);
    expect([refused.status, refused.body.code]).toEqual([401, 'signature_refused']);
    expect((await submit(await passkeyAnswer(app, device, { token }))).status).toBe(200);
  });
});
