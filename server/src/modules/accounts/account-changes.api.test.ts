import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Profile, SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { SessionEntry } from '@vialproof/contract/sessions';
import { describe, expect, it } from 'vitest';
import {
  FIREFOX,
  IPHONE,
  isLetIn,
  login,
  mailedCode,
  subjects,
  waitForLimits,
} from '../../testing/accounts.ts';
import { type Person, shared, type TestApp, testApp } from '../../testing/test-app.ts';

const NEW_PASSWORD = 'Other.Lathe.5';

/** For tests that look only at the people whom they sign up. */
const usual = shared((atEnd) => testApp({}, { atEnd }));

describe('a person can see and end the own sessions, and gets a mail about a new browser', () => {
  const list = async (app: TestApp, token: string) =>
    (await app.request<{ data: SessionEntry[] }>('/api/me/sessions', { token })).body.data;
  const end = (app: TestApp, token: string, id: string) =>
    app.request(`/api/me/sessions/${id}`, { method: 'DELETE', token });

  it('a person sees the devices and last uses of the own sessions, and which session is the current one', async () => {
    const app = await testApp();
    const person = await app.person();
    const phone = (await login(app, person.email, app.password, { 'user-agent': IPHONE })).body.session;
    app.clock.advance(60_000);
    const json = { refresh_token: phone.refresh_token };
    await app.request('/api/auth/refresh', { json, headers: { 'user-agent': IPHONE } });
    app.clock.advance(1_000);
    const desk = (await login(app, person.email, app.password, { 'user-agent': FIREFOX })).body.session;
    const sessions = await list(app, phone.access_token);
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on Linux', false],
      ['Safari on iOS', true],
      ['Unknown device', false],
    ]);
    const [, mine] = sessions;
    expect(Date.parse(mine?.last_used_at ?? '') - Date.parse(mine?.created_at ?? '')).toBe(60_000);
    expect(mine?.address).toBe('127.0.0.1');
    expect((await list(app, desk.access_token)).filter(({ current }) => current).length).toBe(1);
    // An expired session is not listed.
    app.clock.advance(30 * 86_400_000);
    const again = (await login(app, person.email, app.password)).body.session;
    expect((await list(app, again.access_token)).length).toBe(1);
  });

  it('security 24: a person can end one session at once, but no session of another account', async () => {
    const app = usual();
    const [person, stranger] = [await app.person(), await app.person()];
    const other = (await login(app, person.email, app.password)).body.session;
    const id = (await list(app, person.token)).find(({ current }) => !current)?.id ?? '';
    expect((await end(app, stranger.token, id)).status).toBe(404);
    expect(await isLetIn(app, other.access_token)).toBe(true);
    expect((await end(app, person.token, id)).status).toBe(204);
    expect(await isLetIn(app, other.access_token)).toBe(false);
    expect(
      (await app.request('/api/auth/refresh', { json: { refresh_token: other.refresh_token } })).status,
    ).toBe(401);
    expect((await end(app, person.token, id)).status).toBe(404);
    for (const none of ['x', '00000000-0000-4000-8000-000000000000', '%00']) {
      expect((await end(app, person.token, none)).status).toBe(404);
    }
  });

  it('security 24: a person can end all other sessions at once', async () => {
    const app = usual();
    const person = await app.person();
    const others = await Promise.all([1, 2, 3].map(() => login(app, person.email, app.password)));
    const bystander = await app.person();
    const signOut = () =>
      app.request<{ data: { ended: number } }>('/api/me/sessions/sign-out-others', {
        method: 'POST',
        token: person.token,
      });
    expect((await signOut()).body.data.ended).toBe(3);
    for (const { body } of others) expect(await isLetIn(app, body.session.access_token)).toBe(false);
    expect([await isLetIn(app, person.token), await isLetIn(app, bystander.token)]).toEqual([true, true]);
    expect((await signOut()).body.data.ended).toBe(0);
  });
});

describe('a sign-in from an unknown browser is reported by mail', () => {
  const deviceCookie = (headers: Headers) =>
    /(device=[\w-]+)/.exec(headers.getSetCookie().join(' '))?.[1] ?? '';

  it('the owner gets a mail about the first sign-in from an unknown browser, and none about later ones from the same browser', async () => {
    const app = await testApp();
    const person = await app.person();
    expect(await subjects(app, person.email)).toEqual([]);
    const first = await login(app, person.email, app.password, { 'user-agent': FIREFOX });
    expect(first.headers.getSetCookie().join()).toMatch(
      /device=[\w-]{22}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Strict/,
    );
    await app.jobs.drain();
    const [mail] = await app.mails(person.email);
    expect(mail?.subject).toBe('New sign-in to your Vialproof account');
    expect(mail?.text).toContain('Firefox on Linux, from 127.0.0.1, on ');
    expect(mail?.text).toContain('/reset-password');

    const cookie = deviceCookie(first.headers);
    await login(app, person.email, app.password, { 'user-agent': IPHONE, cookie });
    // Without cookies, a client is known by its program and its network.
    await login(app, person.email, app.password, { 'user-agent': FIREFOX });
    expect((await subjects(app, person.email)).length).toBe(1);

    // Only the first person has used this browser, so it is unknown for the second one.
    const other = await app.person();
    await login(app, other.email, app.password, { 'user-agent': IPHONE, cookie });
    expect((await subjects(app, other.email)).length).toBe(1);
  });
});

describe('changing the password needs the current password and ends all other sessions', () => {
  const change = (app: TestApp, token: string, json: object) =>
    app.request<SignedIn & ProblemBody>('/api/me/password', { method: 'PUT', json, token });

  it('security 21: changing the password needs the current password, ends every session and opens a new one', async () => {
    const app = usual();
    const person = await app.person();
    const elsewhere = (await login(app, person.email, app.password)).body.session;
    for (const current_password of ['Wrong.Lathe.4', '', undefined]) {
      const refused = await change(app, person.token, { current_password, password: NEW_PASSWORD });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'current_password']);
    }
    expect(await isLetIn(app, person.token)).toBe(true);

    const changed = await change(app, person.token, {
      current_password: app.password,
      password: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect(await isLetIn(app, changed.body.session.access_token)).toBe(true);
    for (const token of [person.token, elsewhere.access_token]) expect(await isLetIn(app, token)).toBe(false);
    expect((await login(app, person.email, app.password)).status).toBe(401);
    expect((await login(app, person.email, NEW_PASSWORD)).status).toBe(200);
    expect(await subjects(app, person.email)).toContain('Your Vialproof password was changed');
  });

  it('security 20: changing the password needs a strong new password', async () => {
    const app = usual();
    const person = await app.person();
    for (const password of ['Short-1', 'P@ssw0rd123!', 'Customer-1234']) {
      const { status, body } = await change(app, person.token, { current_password: app.password, password });
      expect([password, status, body.errors?.[0]?.path]).toEqual([password, 422, 'password']);
    }
  });

  it('security 9: a person with a stolen session has few guesses of the current password', async () => {
    const app = await testApp();
    const person = await app.person();
    const statuses = [];
    for (let guess = 0; guess < 21; guess += 1) {
      const json = { current_password: `Wrong.Lathe.${guess}`, password: NEW_PASSWORD };
      statuses.push((await change(app, person.token, json)).status);
    }
    // The 20th wrong one in a row ends the session.
    expect(statuses).toEqual([...Array(20).fill(422), 401]);
  });
});

describe('changing the e-mail address needs codes from both mailboxes', () => {
  const NEW = 'moved@mail.test';
  const request = (app: TestApp, { token }: Person, email = NEW) =>
    app.request<ProblemBody>('/api/me/email-change', {
      json: { email, current_password: app.password },
      token,
    });
  const confirm = (app: TestApp, { token }: Person, current_code: string, new_code: string) =>
    app.request<Profile & ProblemBody>('/api/me/email-change/confirm', {
      json: { current_code, new_code },
      token,
    });
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const codes = async (app: TestApp, person: Person, email = NEW) =>
    [await mailedCode(app, person.email, 'Confirm'), await mailedCode(app, email, 'Confirm')] as const;

  it('a change of address needs the codes from both mailboxes, signs out other devices, and both addresses get a mail', async () => {
    const app = await testApp();
    const person = await app.person();
    const elsewhere = (await login(app, person.email, app.password)).body.session;
    expect((await request(app, person, ' Moved@Mail.test ')).status).toBe(202);
    const { body: before } = await app.request<{ data: SecuritySummary }>('/api/me/security', {
      token: person.token,
    });
    expect(before.data.email_change?.email).toBe('Moved@Mail.test');
    const [here, there] = await codes(app, person);
    const tries: [string, string][] = [
      [here, wrong(there)],
      [wrong(here), there],
    ];
    if (here !== there) tries.push([there, here]);
    for (const [first, second] of tries) {
      expect((await confirm(app, person, first, second)).body.code).toBe('code_invalid');
    }
    const changed = await confirm(app, person, here, there);
    expect([changed.status, changed.body.email]).toEqual([200, 'Moved@Mail.test']);
    expect([await isLetIn(app, person.token), await isLetIn(app, elsewhere.access_token)]).toEqual([
      true,
      false,
    ]);
    expect((await login(app, NEW, app.password)).body.user.email).toBe('Moved@Mail.test');
    expect((await login(app, person.email, app.password)).status).toBe(401);
    expect(await subjects(app, person.email)).toContain(
      'The email address of your Vialproof account was changed',
    );
    expect(await subjects(app, NEW)).toContain('This is now the email address of your Vialproof account');
    expect((await confirm(app, person, here, there)).body.code).toBe('code_invalid');
  });

  it('security 21: a change of address needs the password and a different address', async () => {
    const app = usual();
    const person = await app.person();
    const json = { email: NEW, current_password: 'Wrong.Lathe.4' };
    const refused = await app.request<ProblemBody>('/api/me/email-change', { json, token: person.token });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'current_password']);
    const same = await request(app, person, person.email.toUpperCase());
    expect([same.status, same.body.errors?.[0]?.path]).toEqual([422, 'email']);
  });

  it('security 22: a change to a taken address gets the usual answer; only the owner of that address gets a mail', async () => {
    const app = await testApp();
    const [person, taken] = [await app.person(), await app.person()];
    const answers = [];
    for (const email of [NEW, taken.email]) {
      const { status, body } = await request(app, person, email);
      answers.push(JSON.stringify([status, body]));
      waitForLimits(app, 60);
    }
    expect(new Set(answers).size).toBe(1);
    await app.jobs.drain();
    const [mail] = await app.mails(taken.email);
    expect(mail?.subject).toBe('You already have a Vialproof account');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    const here = await mailedCode(app, person.email, 'Confirm');
    expect((await confirm(app, person, here, '000000')).body.code).toBe('code_invalid');
    expect((await login(app, taken.email, app.password)).body.user.id).toBe(taken.id);
  });

  it('an address that was registered but never verified goes to the person who enters the code mailed to it', async () => {
    const app = await testApp();
    const person = await app.person();
    const json = { firstName: 'A', lastName: 'B', email: NEW, password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json });
    await request(app, person);
    const [here, there] = await codes(app, person);
    expect((await confirm(app, person, here, there)).status).toBe(200);
    expect((await login(app, NEW, 'Zebra.Lathe.4')).status).toBe(401);
    expect((await login(app, NEW, app.password)).body.user.id).toBe(person.id);
  });

  it('if another account verifies the new address first, the address stays with that account', async () => {
    const app = await testApp();
    const person = await app.person();
    await request(app, person);
    const [here, there] = await codes(app, person);
    const json = { firstName: 'A', lastName: 'B', email: NEW, password: 'Zebra.Lathe.4' };
    await app.request('/api/auth/register', { json });
    const code = await mailedCode(app, NEW, 'verification');
    await app.request('/api/auth/verify-email', { json: { email: NEW, code } });
    expect((await confirm(app, person, here, there)).body.code).toBe('code_invalid');
    expect((await login(app, person.email, app.password)).status).toBe(200);
  });

  it('security 23: the codes of an address change work for ten minutes and five tries; a new request ends them', async () => {
    const app = await testApp();
    const person = await app.person();
    await request(app, person);
    expect((await request(app, person)).status).toBe(429);
    const first = await codes(app, person);
    waitForLimits(app, 60);
    await request(app, person);
    const second = await codes(app, person);
    if (first[0] !== second[0])
      expect((await confirm(app, person, first[0], second[1])).body.code).toBe('code_invalid');
    for (let attempt = 1; attempt <= 5; attempt += 1) await confirm(app, person, '000000', '000000');
    expect((await confirm(app, person, ...second)).body.code).toBe('code_invalid');

    waitForLimits(app, 60);
    await request(app, person);
    const third = await codes(app, person);
    app.clock.advance(600_000);
    expect((await confirm(app, person, ...third)).body.code).toBe('code_invalid');

    await request(app, person);
    const fourth = await codes(app, person);
    const cancelled = await app.request('/api/me/email-change', { method: 'DELETE', token: person.token });
    expect(cancelled.status).toBe(204);
    expect((await confirm(app, person, ...fourth)).body.code).toBe('code_invalid');
  });

  it('security 23: the codes of one person’s address change do not work for another person', async () => {
    const app = usual();
    const [one, other] = [await app.person(), await app.person()];
    await request(app, one, 'one-moved@mail.test');
    await request(app, other, 'other-moved@mail.test');
    const mine = await codes(app, one, 'one-moved@mail.test');
    const theirs = await codes(app, other, 'other-moved@mail.test');
    if (mine.join() !== theirs.join()) {
      expect((await confirm(app, other, ...mine)).body.code).toBe('code_invalid');
    }
    expect((await confirm(app, other, ...theirs)).status).toBe(200);
  });
});
