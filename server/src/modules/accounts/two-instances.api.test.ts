import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@vialproof/contract/accounts';
import { describe, expect, it } from 'vitest';
import { authenticator, isLetIn, login, switchOn } from '../../testing/accounts.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { grantRole } from './accounts.service.ts';

/** Two processes of one installation, each with its own clock. */
async function twoInstances(env: Record<string, string> = {}): Promise<[TestApp, TestApp]> {
  const secret = () => randomBytes(32).toString('base64url');
  const shared = { JWT_SECRET: secret(), CODE_SECRET: secret(), ...env };
  const one = await testApp(shared);
  return [one, await testApp(shared, { beside: one })];
}

const refresh = (app: TestApp, refresh_token: string) =>
  app.request<SignedIn>('/api/auth/refresh', { json: { refresh_token } });

describe('two processes of the server share one database', () => {
  it('security 24: a session that one process has ended is refused by the other process', async () => {
    const [one, two] = await twoInstances();
    const person = await one.person('analyst');
    const revocations: Record<string, (session: SignedIn['session']) => Promise<unknown>> = {
      'signing out': ({ refresh_token }) => one.request('/api/auth/logout', { json: { refresh_token } }),
      'signing the others out': async () => {
        const { session } = (await login(one, person.email, one.password)).body;
        const token = session.access_token;
        await one.request('/api/me/sessions/sign-out-others', { method: 'POST', token });
      },
      'a new password': async ({ access_token: token }) => {
        const json = { current_password: one.password, password: 'Other.Lathe.5' };
        const changed = await one.request<SignedIn>('/api/me/password', { method: 'PUT', json, token });
        const back = { current_password: 'Other.Lathe.5', password: one.password };
        const fresh = changed.body.session.access_token;
        await one.request('/api/me/password', { method: 'PUT', json: back, token: fresh });
      },
      'a replayed refresh token': async ({ refresh_token }) => {
        await refresh(one, refresh_token);
        one.clock.advance(11_000);
        await refresh(one, refresh_token);
      },
      'taking the role away': () => grantRole(one.modules.accounts, person.email, 'customer', null),
    };
    for (const [what, revoke] of Object.entries(revocations)) {
      await grantRole(one.modules.accounts, person.email, 'analyst', null);
      const { session } = (await login(two, person.email, one.password)).body;
      const asked = () => two.request('/api/lab/requests', { token: session.access_token });
      // Both instances have accepted the session before.
      expect((await asked()).status).toBe(200);
      expect(await isLetIn(one, session.access_token)).toBe(true);
      await revoke(session);
      expect([what, (await asked()).status]).toEqual([what, what.includes('role') ? 404 : 401]);
    }
  });

  it('security 9: tries at both processes count towards the same limit', async () => {
    const [one, two] = await twoInstances();
    const { email } = await one.person();
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await login(attempt % 2 === 0 ? one : two, email, 'Wrong.Lathe.4')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const parallel = await one.person();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => login(at % 2 === 0 ? one : two, parallel.email, 'Wrong.Lathe.4')),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBe(10);
    const resend = (app: TestApp) => app.request('/api/auth/reset-password/request', { json: { email } });
    expect([(await resend(one)).status, (await resend(two)).status]).toEqual([202, 429]);
  });

  it('security 23: a code works only once at both processes together', async () => {
    const [one, two] = await twoInstances();
    const person = await one.person();
    const { secret } = await switchOn(one, person);
    const code = authenticator(one, secret, 1);
    const challenges = await Promise.all(
      [one, two, one, two].map(
        async (app) => (await login(app, person.email, one.password)).body.challenge.token,
      ),
    );
    const answers = await Promise.all(
      challenges.map((challenge, at) =>
        (at % 2 === 0 ? one : two).request('/api/auth/second-factor', { json: { challenge, code } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  it('two tabs that refresh at the same time at different processes stay signed in', async () => {
    const [one, two] = await twoInstances();
    const { session } = await one.person();
    const tabs = await Promise.all([one, two, one, two].map((app) => refresh(app, session.refresh_token)));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of tabs) expect((await refresh(two, body.session.refresh_token)).status).toBe(200);
  });

  it('everybody stays signed in if the clocks of the processes differ by half a minute', async () => {
    const [one, ahead] = await twoInstances();
    ahead.clock.advance(30_000);
    const person = await one.person();
    const { session } = (await login(ahead, person.email, one.password)).body;
    // For a process with a slow clock, the token comes from the future. It is still valid.
    expect(await isLetIn(one, session.access_token)).toBe(true);
    expect(await isLetIn(ahead, person.token)).toBe(true);
    expect((await refresh(one, session.refresh_token)).status).toBe(200);
    // A refresh from a fast clock must not look like theft.
    const later = await refresh(ahead, person.session.refresh_token);
    expect((await refresh(one, person.session.refresh_token)).status).toBe(200);
    expect((await refresh(one, later.body.session.refresh_token)).status).toBe(200);
  });
});
