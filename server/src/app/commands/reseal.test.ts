import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@vialproof/contract/accounts';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../modules/accounts/adapters/access-tokens.ts';
import { authenticator, isLetIn, login, subjects, switchOn, visitor } from '../../testing/accounts.ts';
import { call } from '../../testing/command.ts';
import { backedUp, newPath, restore, settingsOf } from '../../testing/installation.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner, emptyDatabase, servingUrlOf } from '../../testing/test-database.ts';
import { admin } from './admin.ts';

const SLOW = { timeout: 300_000 };

const newSecret = () => randomBytes(32).toString('base64');
type Lists = { JWT_SECRET: string; CODE_SECRET: string };

/** The same installation after a restart with these secrets. */
const restarted = (app: TestApp, secrets: Lists) => testApp(secrets, { beside: app });

const run = (app: TestApp, secrets: Lists, ...words: string[]) =>
  call(admin, { ...settingsOf(app), ...secrets }, ...words);

/** The status of a sign-in with the password and this code of the second factor. */
async function signInWith(app: TestApp, email: string, code: string): Promise<number> {
  const { token: challenge } = (await login(app, email, app.password)).body.challenge;
  return (await app.request('/api/auth/second-factor', { json: { challenge, code } })).status;
}

/** The id of the session in an access token. */
const sessionOf = (token: string) => String(decodeJwt(token).sid);

const refresh = (app: TestApp, { refresh_token }: SignedIn['session']) =>
  app.request<SignedIn>('/api/auth/refresh', { json: { refresh_token } });

const audited = async (app: TestApp) =>
  (
    await app.platform.db.pool.query<{ detail: object }>(
      "SELECT detail FROM audit_entry WHERE action = 'secrets.resealed' ORDER BY id",
    )
  ).rows.map(({ detail }) => detail);

describe('the secrets of an installation change while people use it', SLOW, () => {
  it('the drill of docs/operations.md changes both secrets, and sessions, browsers and second factors stay', async () => {
    const [jwtA, jwtB, codeA, codeB] = [newSecret(), newSecret(), newSecret(), newSecret()];
    const first: Lists = { JWT_SECRET: jwtA, CODE_SECRET: codeA };
    const app = await testApp(first);
    const person = await app.person();
    const { secret, recovery_codes } = await switchOn(app, person);
    const [one = '', two = ''] = recovery_codes;
    const plain = await app.person();
    const browser = visitor(app);
    expect((await browser.login(plain.email, app.password)).status).toBe(200);
    const before = (await subjects(app, plain.email)).length;

    // 1. Every process learns the new secrets and does not use them yet.
    const learned = await restarted(app, {
      JWT_SECRET: `${jwtA},${jwtB}`,
      CODE_SECRET: `${codeA},${codeB}`,
    });
    expect(await isLetIn(learned, person.token)).toBe(true);

    // 2. The new secrets come first. Meanwhile the other process serves too.
    const both: Lists = { JWT_SECRET: `${jwtB}, ${jwtA}`, CODE_SECRET: `${codeB}, ${codeA}` };
    const rotated = await restarted(app, both);
    expect(await isLetIn(rotated, person.token)).toBe(true);
    const { session } = (await refresh(rotated, person.session)).body;
    expect(await isLetIn(rotated, session.access_token)).toBe(true);
    expect(await isLetIn(learned, session.access_token)).toBe(true);
    const secondTab = (await refresh(learned, person.session)).body;
    expect(secondTab.session.refresh_token).toBe(session.refresh_token);
    rotated.clock.advance(60_000);
    expect(await signInWith(rotated, person.email, authenticator(rotated, secret))).toBe(200);
    expect(await signInWith(rotated, person.email, one)).toBe(200);
    expect(await signInWith(rotated, person.email, one)).toBe(400);
    const doctored = await run(rotated, both, 'doctor');
    expect(doctored.said).toMatch(
      /note {3}CODE_SECRET: keep the older secrets, 10 second factors and recovery/,
    );

    // 3. Everything that is stored is sealed with the newest secret.
    const resealed = await run(rotated, both, 'reseal');
    expect(resealed).toMatchObject({
      status: 0,
      said: expect.stringContaining('1 second factors, 9 recovery codes.'),
    });
    expect(resealed.said).toContain('CODE_SECRET: nothing stored needs the older secrets.');
    const again = await run(rotated, both, 'reseal');
    expect(again).toMatchObject({ status: 0, said: expect.stringContaining('0 second factors, 0 recovery') });
    expect(await audited(rotated)).toEqual([{ second_factors: 1, recovery_codes: 9 }]);
    expect((await run(rotated, both, 'doctor')).said).toContain('nothing stored needs the older secrets');

    // 4. The older secrets leave the lists.
    const last: Lists = { JWT_SECRET: jwtB, CODE_SECRET: codeB };
    const ended = await restarted(rotated, last);
    expect(await isLetIn(ended, person.token)).toBe(false);
    expect(await isLetIn(ended, session.access_token)).toBe(true);
    expect((await refresh(ended, session)).status).toBe(200);
    ended.clock.advance(60_000);
    expect(await signInWith(ended, person.email, authenticator(ended, secret))).toBe(200);
    expect(await signInWith(ended, person.email, two)).toBe(200);
    const known = visitor(ended);
    known.cookies.set('device', browser.cookies.get('device') ?? '');
    expect((await known.login(plain.email, app.password)).status).toBe(200);
    expect(await subjects(ended, plain.email)).toHaveLength(before);
    const said = await run(ended, last, 'doctor');
    expect(said.said).toContain('ok     secrets');
    expect(said.said).not.toContain('note');

    // A new token with the removed secret is forged.
    const forged = await createAccessTokens({ newest: jwtA, all: [jwtA] }).sign(
      { sub: person.id, sid: sessionOf(session.access_token) },
      app.clock.now(),
    );
    expect(await isLetIn(app, forged.token)).toBe(true);
    expect(await isLetIn(ended, forged.token)).toBe(false);
  });

  it('a reseal that was interrupted goes on where it stopped', async () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const jwt = newSecret();
    const app = await testApp({ JWT_SECRET: jwt, CODE_SECRET: old });
    const [one, other] = [await app.person(), await app.person()];
    const { secret } = await switchOn(app, one);
    const { recovery_codes } = await switchOn(app, other);
    const both = { JWT_SECRET: jwt, CODE_SECRET: `${fresh},${old}` };
    const rotated = await restarted(app, both);
    // The database refuses the second factor of the other person.
    await asOwner(
      rotated,
      `
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON recovery_code FOR EACH ROW WHEN (OLD.user_id = '${other.id}')
        EXECUTE FUNCTION refuse()`,
    );
    expect((await run(rotated, both, 'reseal')).status).toBe(1);
    await asOwner(rotated, 'DROP TRIGGER refuse ON recovery_code');
    expect((await run(rotated, both, 'doctor')).said).toContain(
      '20 second factors and recovery codes need them',
    );
    expect(await run(rotated, both, 'reseal')).toMatchObject({
      status: 0,
      said: expect.stringContaining('0 second factors, 20 recovery codes'),
    });
    const ended = await restarted(rotated, { JWT_SECRET: jwt, CODE_SECRET: fresh });
    ended.clock.advance(60_000);
    expect(await signInWith(ended, one.email, authenticator(ended, secret))).toBe(200);
    expect(await signInWith(ended, other.email, recovery_codes[0] ?? '')).toBe(200);
  });

  it('recovery codes that were stored unsealed work while their secret is listed, and reseal names their people', async () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const jwt = newSecret();
    const app = await testApp({ JWT_SECRET: jwt, CODE_SECRET: old });
    const person = await app.person();
    const { recovery_codes } = await switchOn(app, person);
    // The former release stored hashes only.
    await app.platform.db.pool.query('UPDATE recovery_code SET sealed = NULL');
    const both = { JWT_SECRET: jwt, CODE_SECRET: `${fresh},${old}` };
    const rotated = await restarted(app, both);
    expect(await signInWith(rotated, person.email, recovery_codes[0] ?? '')).toBe(200);
    const { status, said } = await run(rotated, both, 'reseal');
    expect(status).toBe(0);
    expect(said).toContain('1 second factors, 0 recovery codes');
    expect(said).toContain('9 recovery codes of 1 people were made before codes were sealed');
    expect(said).toContain(`  ${person.email}: 9`);
    expect(said).not.toContain('nothing stored needs');
    const ended = await restarted(rotated, { JWT_SECRET: jwt, CODE_SECRET: fresh });
    expect(await signInWith(ended, person.email, recovery_codes[1] ?? '')).toBe(400);
  });

  it('the doctor finds a second factor whose secret is not listed', async () => {
    const app = await testApp({ JWT_SECRET: newSecret(), CODE_SECRET: newSecret() });
    await switchOn(app, await app.person());
    const others = { JWT_SECRET: newSecret(), CODE_SECRET: newSecret() };
    const { status, said } = await run(app, others, 'doctor');
    expect(status).toBe(1);
    expect(said).toContain('1 second factors open with no secret of CODE_SECRET.');
    expect(said).toContain('10 recovery codes open with no secret of CODE_SECRET.');
    expect(await run(app, others, 'reseal')).toMatchObject({ status: 1 });
  });

  it('a backup of before a rotation restores under the new list, and its second factors work', async () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const jwt = newSecret();
    const app = await testApp({ JWT_SECRET: jwt, CODE_SECRET: old });
    const person = await app.person();
    const { secret, recovery_codes } = await switchOn(app, person);
    const before = { ...settingsOf(app), JWT_SECRET: jwt, CODE_SECRET: old };
    const file = await backedUp({ settings: before });
    const both = { JWT_SECRET: jwt, CODE_SECRET: `${fresh},${old}` };
    expect(await run(app, both, 'reseal')).toMatchObject({ status: 0 });

    const databaseUrl = await emptyDatabase();
    const elsewhere = { DATA_DIR: await newPath('data'), DATABASE_URL: servingUrlOf(databaseUrl) };
    const owned = { ...elsewhere, DATABASE_URL: databaseUrl, ...both };
    expect(await restore(file, owned)).toMatchObject({ status: 0 });
    const restored = await testApp({ ...elsewhere, ...both }, { databaseUrl: elsewhere.DATABASE_URL });
    restored.clock.advance(app.clock.now().getTime() - restored.clock.now().getTime() + 60_000);
    expect(await signInWith(restored, person.email, authenticator(restored, secret))).toBe(200);
    expect(await signInWith(restored, person.email, recovery_codes[0] ?? '')).toBe(200);
    const resealed = await call(admin, { ...elsewhere, ...both }, 'reseal');
    expect(resealed.said).toContain('1 second factors, 9 recovery codes');
  });
});
