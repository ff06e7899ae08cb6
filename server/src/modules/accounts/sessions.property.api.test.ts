import type { SignedIn } from '@vialproof/contract/accounts';
import type { SessionEntry } from '@vialproof/contract/sessions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLetIn, login, waitForLimits } from '../../testing/accounts.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';

type Session = SignedIn['session'];
/** What the test knows about a device. */
type Device = { id: string; session: Session; used: string[]; isIn: boolean };

const step = fc.record({
  what: fc.constantFrom('refresh', 'replay', 'log out', 'end one', 'end others', 'sign in'),
  who: fc.nat({ max: 3 }),
  whom: fc.nat({ max: 3 }),
});

it('security 24: after any series of sign-ins, sign-outs and other actions, the right devices are signed in', async () => {
  const app = await testApp();
  const person = await app.person();
  const post = (path: string, json: object, token?: string) =>
    app.request<SignedIn>(path, { json, ...(token ? { token } : {}) });
  const idOf = async ({ access_token: token }: Session) => {
    const { body } = await app.request<{ data: SessionEntry[] }>('/api/me/sessions', { token });
    return body.data.find(({ current }) => current)?.id ?? '';
  };
  async function signIn(): Promise<Device> {
    const { session } = (await login(app, person.email, app.password)).body;
    return { id: await idOf(session), session, used: [], isIn: true };
  }

  async function perform(
    devices: Device[],
    { what, who, whom }: { what: string; who: number; whom: number },
  ) {
    const [device, other] = [devices[who], devices[whom]];
    if (!device || !other) return;
    const { access_token: token, refresh_token } = device.session;
    if (what === 'refresh') {
      const { status, body } = await post('/api/auth/refresh', { refresh_token });
      expect(status).toBe(device.isIn ? 200 : 401);
      if (status === 200) {
        device.used.push(refresh_token);
        device.session = body.session;
      }
    } else if (what === 'replay') {
      const [old] = device.used;
      if (old === undefined) return;
      app.clock.advance(11_000);
      expect((await post('/api/auth/refresh', { refresh_token: old })).status).toBe(401);
      device.isIn = false;
    } else if (what === 'log out') {
      expect((await post('/api/auth/logout', { refresh_token })).status).toBe(204);
      device.isIn = false;
    } else if (what === 'end one') {
      const { status } = await app.request(`/api/me/sessions/${other.id}`, { method: 'DELETE', token });
      expect(status).toBe(!device.isIn ? 401 : other.isIn ? 204 : 404);
      if (device.isIn) other.isIn = false;
    } else if (what === 'end others') {
      const { status } = await post('/api/me/sessions/sign-out-others', {}, token);
      expect(status).toBe(device.isIn ? 200 : 401);
      if (status === 200) for (const each of devices) if (each !== device) each.isIn = false;
    } else devices[who] = await signIn();
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      waitForLimits(app);
      const devices = [await signIn(), await signIn(), await signIn(), await signIn()];
      for (const each of steps) {
        await perform(devices, each);
        for (const { session, isIn } of devices) {
          expect(await isLetIn(app, session.access_token)).toBe(isIn);
        }
      }
    }),
    { numRuns: cases(12) },
  );
});
