import type { Role, SignedIn } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLetIn, login, waitForLimits } from '../../testing/accounts.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';
import { grantRole } from './accounts.service.ts';

const HOUR = 3_600_000;
const lifetimeOf = (role: Role) => (role === 'customer' ? 90 * 24 : 12) * HOUR;

type Session = SignedIn['session'];
/** A session and what must be true of it. */
type Known = { session: Session; signedInAt: number; isOver: boolean };

const step = fc.oneof(
  fc.record({ what: fc.constant('wait' as const), hours: fc.constantFrom(0.1, 1, 5, 11.9, 12, 30) }),
  fc.record({
    what: fc.constant('role' as const),
    role: fc.constantFrom<Role[]>('customer', 'analyst', 'reviewer', 'admin'),
  }),
  fc.record({ what: fc.constant('sign in' as const) }),
);

it('security 24: with any changes of the role and refreshes, no session of staff is valid 12 hours after its sign-in, and an ended one stays ended', async () => {
  const app = await testApp();
  const person = await app.person();
  const now = () => app.clock.now().getTime();

  async function signIn(): Promise<Known> {
    waitForLimits(app, 60);
    const { body } = await login(app, person.email, app.password);
    return { session: body.session, signedInAt: now(), isOver: false };
  }

  /** Refreshes a session, and checks that it is valid only if the model says so. */
  async function check(known: Known, role: Role): Promise<void> {
    if (now() - known.signedInAt >= lifetimeOf(role)) known.isOver = true;
    const { status, body } = await app.request<SignedIn>('/api/auth/refresh', {
      json: { refresh_token: known.session.refresh_token },
    });
    expect(status).toBe(known.isOver ? 401 : 200);
    if (status === 200) known.session = body.session;
    const endsAt = new Date(known.session.ends_at).getTime();
    if (status === 200) expect(endsAt).toBe(known.signedInAt + lifetimeOf(role));
    expect(await isLetIn(app, known.session.access_token)).toBe(!known.isOver);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      let role: Role = 'customer';
      await grantRole(app.modules.accounts, person.email, role, null);
      const sessions = [await signIn()];
      for (const each of steps) {
        if (each.what === 'wait') app.clock.advance(each.hours * HOUR);
        else if (each.what === 'sign in') sessions.push(await signIn());
        else {
          role = each.role;
          await grantRole(app.modules.accounts, person.email, role, null);
        }
        for (const known of sessions) await check(known, role);
      }
    }),
    { numRuns: cases(24) },
  );
});
