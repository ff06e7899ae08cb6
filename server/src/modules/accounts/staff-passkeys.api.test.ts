import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { SecondFactorSetup } from '@vialproof/contract/second-factor';
import type { StaffMember } from '@vialproof/contract/staff';
import { describe, expect, it } from 'vitest';
import { parseStaffCommand, runStaffCommand } from '../../app/commands/staff.ts';
import {
  authenticator,
  finishSignIn,
  isLetIn,
  login,
  stepUp,
  subjects,
  switchOn,
} from '../../testing/accounts.ts';
import {
  addPasskey,
  beginPasskey,
  passkeyAnswer,
  passkeySignIn,
  removePasskey,
} from '../../testing/passkeys.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { grantRole } from './accounts.service.ts';

const queue = (app: TestApp, token: string) => app.request<ProblemBody>('/api/lab/requests', { token });
const staff = (app: TestApp, token: string) => app.request<ProblemBody>('/api/lab/staff', { token });
/** The signed-in person as a refreshed session says. */
const refreshed = async (app: TestApp, { session }: Pick<Person, 'session'>) => {
  const json = { refresh_token: session.refresh_token };
  return (await app.request<SignedIn>('/api/auth/refresh', { json })).body.user;
};

describe('a passkey is the second factor of staff', () => {
  it('staff begin with a passkey in the place of an authenticator app, and then sign in with both password and passkey', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const analyst = await app.person('analyst');
    expect((await queue(app, analyst.token)).body.code).toBe('second_factor_required');
    const { device, passkey } = await addPasskey(app, analyst);
    expect((await queue(app, analyst.token)).status).toBe(200);
    expect(await refreshed(app, analyst)).toMatchObject({ second_factor: 'off', passkey: 'on' });
    const asked = await login(app, analyst.email, app.password);
    expect([asked.status, asked.body.challenge.methods]).toEqual([202, ['passkey']]);
    const { token: challenge } = asked.body.challenge;
    expect((await finishSignIn(app, { challenge, code: '000000' })).body.code).toBe('code_invalid');
    const answer = await passkeyAnswer(app, device, { challenge });
    const { body } = await finishSignIn(app, { challenge, passkey: answer });
    expect((await queue(app, body.session.access_token)).status).toBe(200);
    const last = await removePasskey(app, analyst, passkey.id);
    expect([last.status, last.body.code]).toEqual([409, 'wrong_state']);
    await addPasskey(app, analyst);
    expect((await removePasskey(app, analyst, passkey.id)).status).toBe(204);
  });

  it('a session that knows only the password gets no rights by a passkey of another session', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const analyst = await app.person('analyst');
    const thief = (await login(app, analyst.email, app.password)).body;
    const { access_token: token } = thief.session;
    const setUp = () =>
      app.request<{ data: SecondFactorSetup } & ProblemBody>('/api/me/second-factor/setup', {
        json: { current_password: app.password },
        token,
      });
    const { secret } = (await setUp()).body.data;
    const { passkey } = await addPasskey(app, analyst);
    const refused = await queue(app, token);
    expect([refused.status, refused.body.code]).toEqual([403, 'passkey_required']);
    expect((await refreshed(app, thief)).passkey).toBe('unused');
    // The password alone adds neither another passkey nor an authenticator app, and removes nothing.
    expect((await beginPasskey(app, { token })).body.code).toBe('passkey_required');
    expect((await removePasskey(app, { token }, passkey.id)).body.code).toBe('passkey_required');
    expect((await setUp()).body.code).toBe('passkey_required');
    // An app that was begun before the passkey came cannot be finished either.
    const confirmed = await app.request<ProblemBody>('/api/me/second-factor/confirm', {
      json: { code: authenticator(app, secret) },
      token,
    });
    expect(confirmed.body.code).toBe('passkey_required');
    expect((await queue(app, token)).body.code).toBe('passkey_required');
    expect((await queue(app, analyst.token)).status).toBe(200);
  });

  it('a customer who becomes staff uses the passkey before the first staff action', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const person = await app.person();
    const { device } = await addPasskey(app, person);
    const { body } = await login(app, person.email, app.password);
    const { access_token: token } = body.session;
    await grantRole(app.modules.accounts, person.email, 'analyst', null);
    expect((await queue(app, token)).body.code).toBe('passkey_required');
    expect((await stepUp(app, token, { passkey: await passkeyAnswer(app, device, { token }) })).status).toBe(
      204,
    );
    expect((await queue(app, token)).status).toBe(200);
  });

  it('staff with a passkey may switch the authenticator app off, and then use the passkey', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const analyst = await app.person('analyst');
    const { secret } = await switchOn(app, analyst);
    const off = (code: string) =>
      app.request<ProblemBody>('/api/me/second-factor/off', {
        json: { code, current_password: app.password },
        token: analyst.token,
      });
    expect((await off(authenticator(app, secret, 1))).body.code).toBe('wrong_state');
    await addPasskey(app, analyst);
    expect((await off(authenticator(app, secret, 1))).status).toBe(204);
    expect((await queue(app, analyst.token)).status).toBe(200);
    const asked = await login(app, analyst.email, app.password);
    expect(asked.body.challenge.methods).toEqual(['passkey']);
  });
});

describe('ADMIN_PASSKEY=1: the rights of admins begin with a passkey', () => {
  it('an admin gets the rights by a passkey of this session, whatever else was passed', async () => {
    const app = await testApp({ ADMIN_PASSKEY: '1', STAFF_SECOND_FACTOR: '1' });
    const admin = await app.person('admin');
    const { secret } = await switchOn(app, admin);
    const refused = await staff(app, admin.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'passkey_required']);
    expect((await queue(app, admin.token)).body.code).toBe('passkey_required');
    expect(await refreshed(app, admin)).toMatchObject({ role: 'admin', passkey: 'required' });
    const { device, passkey } = await addPasskey(app, admin);
    expect((await staff(app, admin.token)).status).toBe(200);

    const { token: challenge } = (await login(app, admin.email, app.password)).body.challenge;
    const { body } = await finishSignIn(app, { challenge, code: authenticator(app, secret, 1) });
    const { access_token: token } = body.session;
    expect(body.user.passkey).toBe('unused');
    expect((await staff(app, token)).body.code).toBe('passkey_required');
    expect((await beginPasskey(app, { token })).body.code).toBe('passkey_required');
    expect((await stepUp(app, token, { password: app.password })).status).toBe(204);
    expect((await staff(app, token)).body.code).toBe('passkey_required');
    expect((await stepUp(app, token, { passkey: await passkeyAnswer(app, device, { token }) })).status).toBe(
      204,
    );
    expect((await staff(app, token)).status).toBe(200);
    const last = await removePasskey(app, admin, passkey.id);
    expect([last.status, last.body.code]).toEqual([409, 'wrong_state']);
  });

  it('a session that a removed passkey has opened has no rights before another passkey is used in it', async () => {
    const app = await testApp({ ADMIN_PASSKEY: '1' });
    const admin = await app.person('admin');
    const stolen = await addPasskey(app, admin);
    const kept = await addPasskey(app, admin);
    const { access_token: token } = (await passkeySignIn(app, stolen.device)).body.session;
    expect((await staff(app, token)).status).toBe(200);
    expect((await removePasskey(app, admin, stolen.passkey.id)).status).toBe(204);
    expect((await staff(app, token)).body.code).toBe('passkey_required');
    expect((await beginPasskey(app, { token })).body.code).toBe('passkey_required');
    expect((await staff(app, admin.token)).status).toBe(200);
    const passkey = await passkeyAnswer(app, kept.device, { token });
    expect((await stepUp(app, token, { passkey })).status).toBe(204);
    expect((await staff(app, token)).status).toBe(200);
  });

  it('a sign-in with the passkey alone gives the rights, and other roles are not asked', async () => {
    const app = await testApp({ ADMIN_PASSKEY: '1' });
    const [admin, reviewer] = [await app.person('admin'), await app.person('reviewer')];
    const { device } = await addPasskey(app, admin);
    const { body } = await passkeySignIn(app, device);
    expect((await staff(app, body.session.access_token)).status).toBe(200);
    expect((await queue(app, reviewer.token)).status).toBe(200);
  });

  it('without the setting, an admin needs no passkey', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    expect((await staff(app, admin.token)).status).toBe(200);
    const { passkey } = await addPasskey(app, admin);
    expect((await removePasskey(app, admin, passkey.id)).status).toBe(204);
  });
});

describe('a reset removes lost passkeys', () => {
  it('an admin and npm run staff remove the passkeys of a person, who is signed out everywhere and gets a mail', async () => {
    const app = await testApp();
    const [admin, person] = [await app.person('admin'), await app.person('analyst')];
    const reset = (id: string) =>
      app.request<{ data: StaffMember } & ProblemBody>(`/api/lab/staff/${id}/second-factor/reset`, {
        method: 'POST',
        token: admin.token,
      });
    const { device } = await addPasskey(app, person);
    await addPasskey(app, person);
    const done = await reset(person.id);
    expect([done.status, done.body.data.has_second_factor]).toEqual([200, false]);
    expect(await isLetIn(app, person.token)).toBe(false);
    expect((await passkeySignIn(app, device)).body.code).toBe('passkey_refused');
    expect((await subjects(app, person.email))[0]).toBe(
      'The passkeys of your Vialproof account were removed',
    );
    expect((await reset(person.id)).body.code).toBe('wrong_state');

    const other = await app.person('analyst');
    const lost = await addPasskey(app, other);
    const line = `reset-second-factor ${other.email}`;
    expect(await runStaffCommand(app.modules.accounts, parseStaffCommand(line.split(' ')))).toContain(
      'has no passkey',
    );
    expect((await passkeySignIn(app, lost.device)).body.code).toBe('passkey_refused');
  });
});
