import type { SignedIn } from '@vialproof/contract/accounts';
import type { SessionEntry } from '@vialproof/contract/sessions';
import { describe, expect, it } from 'vitest';
import { isLetIn, login } from '../../testing/accounts.ts';
import { eventReader } from '../../testing/event-reader.ts';
import { browser, googleSettings, openIdProvider } from '../../testing/providers.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { checkStreams } from '../live/live.service.ts';
import { grantRole } from './accounts.service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const refresh = (app: TestApp, { refresh_token }: SignedIn['session']) =>
  app.request<SignedIn>('/api/auth/refresh', { json: { refresh_token } });
/** The time that is this many milliseconds from now, as answers say it. */
const from = (app: TestApp, milliseconds: number) =>
  new Date(app.clock.now().getTime() + milliseconds).toISOString();

/** Moves the clock, and refreshes the session just before the end of the time. */
async function workFor(app: TestApp, { session }: Pick<Person, 'session'>, milliseconds: number) {
  app.clock.advance(milliseconds - 1000);
  const { status, body } = await refresh(app, session);
  expect(status).toBe(200);
  app.clock.advance(1000);
  return body.session;
}

describe('a session of staff ends 12 hours after the sign-in', () => {
  it.each(['analyst', 'reviewer', 'admin'] as const)(
    'security 24: a session of the role %s ends after 12 hours, even if it was used a second before',
    async (role) => {
      const app = await testApp();
      const person = await app.person(role);
      const endsAt = from(app, 12 * HOUR);
      expect(person.session.ends_at).toBe(endsAt);
      app.clock.advance(12 * HOUR - 1000);
      const last = await refresh(app, person.session);
      expect([last.status, last.body.session.ends_at]).toEqual([200, endsAt]);
      expect(await isLetIn(app, last.body.session.access_token)).toBe(true);
      app.clock.advance(1000);
      expect(await isLetIn(app, last.body.session.access_token)).toBe(false);
      expect((await refresh(app, last.body.session)).status).toBe(401);
      const anew = await login(app, person.email, app.password);
      expect(anew.body.session.ends_at).toBe(from(app, 12 * HOUR));
      expect(await isLetIn(app, anew.body.session.access_token)).toBe(true);
    },
  );

  it('a session of a customer ends 90 days after the sign-in', async () => {
    const app = await testApp();
    const person = await app.person();
    const endsAt = from(app, 90 * DAY);
    const session = await workFor(app, person, 13 * HOUR);
    expect([person.session.ends_at, session.ends_at]).toEqual([endsAt, endsAt]);
    expect(await isLetIn(app, session.access_token)).toBe(true);
  });

  it('a customer who becomes staff in a session older than 12 hours must sign in again', async () => {
    const app = await testApp();
    const person = await app.person();
    const session = await workFor(app, person, 13 * HOUR);
    await grantRole(app.modules.accounts, person.email, 'analyst', null);
    expect(await isLetIn(app, session.access_token)).toBe(false);
    expect((await refresh(app, session)).status).toBe(401);
  });

  it('a customer who becomes staff in a younger session keeps it until 12 hours after the sign-in', async () => {
    const app = await testApp();
    const person = await app.person();
    const endsAt = from(app, 12 * HOUR);
    const session = await workFor(app, person, HOUR);
    await grantRole(app.modules.accounts, person.email, 'analyst', null);
    const next = await refresh(app, session);
    expect([next.status, next.body.session.ends_at]).toEqual([200, endsAt]);
  });

  it('an ended session of staff stays ended when the person becomes a customer', async () => {
    const app = await testApp();
    const person = await app.person('analyst');
    app.clock.advance(12 * HOUR);
    await grantRole(app.modules.accounts, person.email, 'customer', null);
    expect((await refresh(app, person.session)).status).toBe(401);
  });

  it('staff without their second factor have 12 hours too', async () => {
    const app = await testApp({ STAFF_SECOND_FACTOR: '1' });
    const person = await app.person('analyst');
    expect(person.session.ends_at).toBe(from(app, 12 * HOUR));
    app.clock.advance(12 * HOUR);
    expect((await refresh(app, person.session)).status).toBe(401);
  });

  it('a sign-in with Google begins a session of 12 hours for staff', async () => {
    const { server } = await openIdProvider();
    const app = await testApp(googleSettings(server.issuer.url));
    const first = await browser(app).signIn();
    await grantRole(app.modules.accounts, first.body.user.email, 'reviewer', null);
    app.clock.advance(HOUR);
    const { body } = await browser(app).signIn();
    expect(body.session.ends_at).toBe(from(app, 12 * HOUR));
  });

  it('a change of the password begins a new session of 12 hours', async () => {
    const app = await testApp();
    const person = await app.person('analyst');
    const session = await workFor(app, person, 11 * HOUR);
    const changed = await app.request<SignedIn>('/api/me/password', {
      method: 'PUT',
      json: { current_password: app.password, password: 'Another-horse-8' },
      token: session.access_token,
    });
    expect([changed.status, changed.body.session.ends_at]).toEqual([200, from(app, 12 * HOUR)]);
    app.clock.advance(2 * HOUR);
    expect((await refresh(app, changed.body.session)).status).toBe(200);
  });

  it('the list of sessions leaves out those of staff that have ended', async () => {
    const app = await testApp();
    const person = await app.person('analyst');
    app.clock.advance(12 * HOUR);
    const { access_token: token } = (await login(app, person.email, app.password)).body.session;
    const { body } = await app.request<{ data: SessionEntry[] }>('/api/me/sessions', { token });
    expect(body.data.map(({ current }) => current)).toEqual([true]);
  });

  it('the connection for news of a member of staff ends with the session', async () => {
    const app = await testApp();
    const person = await app.person('analyst');
    app.clock.advance(12 * HOUR - 60_000);
    const { access_token: token } = (await refresh(app, person.session)).body.session;
    const stream = await eventReader(app, { token });
    expect(await stream.next()).toMatchObject({ event: 'hello' });
    // The access token would last 14 minutes more.
    app.clock.advance(60_000);
    await checkStreams(app.modules.liveFeed);
    expect(await stream.next()).toBeUndefined();
  });
});
