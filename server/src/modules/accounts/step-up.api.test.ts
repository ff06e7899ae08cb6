import type { ProblemBody } from '@vialproof/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLetIn, login, stepUp } from '../../testing/accounts.ts';
import { cases } from '../../testing/property-runs.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const WRONG = 'Wrong-horse-7';

/** A call that needs a step-up. It changes nothing, because the account does not exist. */
const askForRole = (app: TestApp, token: string) =>
  app.request<ProblemBody>(`/api/lab/staff/${crypto.randomUUID()}/role`, {
    method: 'PUT',
    json: { role: 'analyst' },
    token,
  });

describe('a step-up', () => {
  it('a sign-in counts for ten minutes, and a confirmation for ten more', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    expect((await askForRole(app, admin.token)).status).toBe(404);
    app.clock.advance(599_000);
    expect((await askForRole(app, admin.token)).status).toBe(404);
    app.clock.advance(1_000);
    const refused = await askForRole(app, admin.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
    expect(await isLetIn(app, admin.token)).toBe(true);
    expect((await stepUp(app, admin.token, { password: app.password })).status).toBe(204);
    expect((await askForRole(app, admin.token)).status).toBe(404);
    // A refreshed token belongs to the same session, so the ten minutes do not begin again.
    app.clock.advance(600_000);
    const { body } = await app.request<{ session: { access_token: string } }>('/api/auth/refresh', {
      json: { refresh_token: admin.session.refresh_token },
    });
    expect((await askForRole(app, body.session.access_token)).body.code).toBe('step_up_required');
  });

  it('a wrong secret is 401 signature_refused and ends no session before the 20th in a row, signatures and current passwords counted too', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    expect((await stepUp(app, admin.token, {})).body.code).toBe('signature_refused');
    const sign = () =>
      app.request<ProblemBody>(`/api/lab/requests/${crypto.randomUUID()}/publish`, {
        json: { meaning: 'released', password: WRONG },
        token: admin.token,
      });
    const changePassword = () =>
      app.request<ProblemBody>('/api/me/password', {
        method: 'PUT',
        json: { current_password: WRONG, password: 'Other-horse-8' },
        token: admin.token,
      });
    for (let tries = 0; tries < 18; tries += 3) {
      expect((await sign()).body.code).toBe('signature_refused');
      const refused = await changePassword();
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'current_password']);
      const wrong = await stepUp(app, admin.token, { password: WRONG });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'signature_refused']);
      expect(wrong.body.errors?.[0]?.path).toBe('password');
    }
    expect((await stepUp(app, admin.token, { code: '000000' })).body.errors?.[0]?.path).toBe('code');
    expect(await isLetIn(app, admin.token)).toBe(true);
    const last = await changePassword();
    expect([last.status, last.body.session_ended]).toEqual([422, true]);
    expect(await isLetIn(app, admin.token)).toBe(false);
    expect((await stepUp(app, admin.token, { password: app.password })).body.code).toBe('unauthenticated');
  });

  it('a confirmation counts only in its own session', async () => {
    const app = await testApp();
    const admin = await app.person('admin');
    const other = (await login(app, admin.email, app.password)).body.session.access_token;
    app.clock.advance(700_000);
    expect((await stepUp(app, admin.token, { password: app.password })).status).toBe(204);
    expect((await askForRole(app, admin.token)).status).toBe(404);
    expect((await askForRole(app, other)).body.code).toBe('step_up_required');
  });

  it('another role is refused by its role, and not by the step-up', async () => {
    const app = await testApp();
    const [customer, reviewer] = [await app.person(), await app.person('reviewer')];
    app.clock.advance(700_000);
    expect((await askForRole(app, customer.token)).body.code).toBe('not_found');
    expect((await askForRole(app, reviewer.token)).body.code).toBe('forbidden');
    expect((await stepUp(app, '', { password: app.password })).body.code).toBe('unauthenticated');
  });

  it('a call of the list is made exactly if the last right secret or the sign-in is younger than ten minutes', async () => {
    const app = await testApp();
    const { email } = await app.person('admin');
    const steps = fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 700 }),
        act: fc.constantFrom('right', 'wrong', 'none'),
      }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        let session = (await login(app, email, app.password)).body.session;
        let age = 0;
        for (const { seconds, act } of walk) {
          app.clock.advance(seconds * 1000);
          age += seconds;
          const refreshed = await app.request<{ session: typeof session }>('/api/auth/refresh', {
            json: { refresh_token: session.refresh_token },
          });
          session = refreshed.body.session;
          const token = session.access_token;
          if (act === 'right') {
            expect((await stepUp(app, token, { password: app.password })).status).toBe(204);
            age = 0;
          }
          if (act === 'wrong') await stepUp(app, token, { password: WRONG });
          expect((await askForRole(app, token)).body.code).toBe(age < 600 ? 'not_found' : 'step_up_required');
        }
      }),
      { numRuns: cases(20) },
    );
  });
});
