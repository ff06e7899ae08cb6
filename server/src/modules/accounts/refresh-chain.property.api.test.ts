import type { SignedIn } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLetIn, login, waitForLimits } from '../../testing/accounts.ts';
import { cases } from '../../testing/property-runs.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const GRACE_SECONDS = 10;
const refresh = (app: TestApp, refresh_token: string) =>
  app.request<SignedIn>('/api/auth/refresh', { json: { refresh_token } });

/** How many refresh tokens were not used yet. */
async function liveChains(app: TestApp): Promise<number> {
  const { rows } = await app.platform.db.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM refresh_token token JOIN user_session session ON session.id = token.session_id
     WHERE token.used_at IS NULL AND session.revoked_at IS NULL`,
  );
  return rows[0]?.n ?? 0;
}

describe('security 24: each refresh token has one successor', () => {
  it('if one refresh token is used fifty times at once, all answers contain the same new tokens', async () => {
    const app = await testApp();
    const { session } = await app.person();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(app, session.refresh_token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.session.refresh_token)).size).toBe(1);
    for (const { body } of answers) expect(await isLetIn(app, body.session.access_token)).toBe(true);
    expect(await liveChains(app)).toBe(1);
  });

  it('if a thief uses a stolen token shortly after its owner, the next refresh detects this and ends the session', async () => {
    const app = await testApp();
    const { session } = await app.person();
    const owner = (await refresh(app, session.refresh_token)).body.session;
    app.clock.advance(5_000);
    const thief = (await refresh(app, session.refresh_token)).body.session;
    app.clock.advance(15_000);
    const next = (await refresh(app, thief.refresh_token)).body.session;
    app.clock.advance(11_000);
    expect((await refresh(app, owner.refresh_token)).status).toBe(401);
    expect((await refresh(app, next.refresh_token)).status).toBe(401);
    expect(await isLetIn(app, next.access_token)).toBe(false);
    expect(await liveChains(app)).toBe(0);
  });

  it('the next refresh token cannot be computed from stored data', async () => {
    const app = await testApp();
    const { session } = await app.person();
    const next = (await refresh(app, session.refresh_token)).body.session;
    expect(Buffer.from(next.refresh_token, 'base64url').length).toBe(32);
    const { rows } = await app.platform.db.pool.query<{ all: string }>(
      "SELECT string_agg(t::text, ' ') AS all FROM refresh_token t",
    );
    expect(rows[0]?.all).not.toContain(Buffer.from(next.refresh_token, 'base64url').toString('hex'));
    // Another installation has another secret, so it computes another token.
    const other = await testApp({ JWT_SECRET: 'x'.repeat(43), CODE_SECRET: 'y'.repeat(43) }, { beside: app });
    expect((await refresh(other, session.refresh_token)).status).toBe(401);
  });
});

/** Who refreshes. The owner's tabs share their tokens, and the thief has a copy. */
type Step = { what: 'owner' | 'two tabs' | 'thief' | 'copy'; seconds: number };
const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what'][]>('owner', 'two tabs', 'thief', 'copy'),
    seconds: fc.constantFrom(0, 1, 9, 11, 60),
  }),
  { minLength: 1, maxLength: 14 },
);

/** A simple model of what must happen. Tokens have numbers. */
function model() {
  const usedAt: number[] = [];
  let isRevoked = false;
  return {
    /** Refreshes with a token; returns the number of the new token, or undefined if it is refused. */
    refresh(place: number, now: number): number | undefined {
      if (isRevoked) return undefined;
      const used = usedAt[place];
      if (used === undefined) {
        usedAt[place] = now;
        return place + 1;
      }
      if (now - used <= GRACE_SECONDS) return usedAt.length;
      isRevoked = true;
      return undefined;
    },
    isRevoked: () => isRevoked,
  };
}

async function run(app: TestApp, email: string, password: string, all: Step[]) {
  const { session } = (await login(app, email, password)).body;
  const texts = [session.refresh_token];
  const expected = model();
  const at = { owner: 0, thief: 0 };
  let now = 0;

  async function present(place: number): Promise<number | undefined> {
    const goes = expected.refresh(place, now);
    const { status, body } = await refresh(app, texts[place] ?? '');
    expect(status).toBe(goes === undefined ? 401 : 200);
    if (goes !== undefined) {
      texts[goes] ??= body.session.refresh_token;
      expect(body.session.refresh_token).toBe(texts[goes]);
    }
    return goes;
  }

  for (const { what, seconds } of all) {
    app.clock.advance(seconds * 1000);
    now += seconds;
    if (what === 'copy') at.thief = at.owner;
    else if (what === 'thief') at.thief = (await present(at.thief)) ?? at.thief;
    else {
      const place = at.owner;
      at.owner = (await present(place)) ?? place;
      if (what === 'two tabs') at.owner = (await present(place)) ?? at.owner;
    }
    expect(await liveChains(app)).toBe(expected.isRevoked() ? 0 : 1);
  }
  await app.request('/api/auth/logout', { json: { refresh_token: texts.at(-1) } });
}

it('security 24: owner and thief never both hold valid refresh tokens; a detected theft ends the session', async () => {
  const app = await testApp();
  const person = await app.person();
  await app.request('/api/auth/logout', { json: { refresh_token: person.session.refresh_token } });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      waitForLimits(app);
      await run(app, person.email, app.password, all);
    }),
    { numRuns: cases(40) },
  );
});

it('security 24: two tabs that refresh at the same time stay signed in', async () => {
  const app = await testApp();
  const person = await app.person();
  await app.request('/api/auth/logout', { json: { refresh_token: person.session.refresh_token } });
  const tabs = steps.map((all) => all.map((step): Step => ({ ...step, what: 'two tabs' })));
  await fc.assert(
    fc.asyncProperty(tabs, async (all) => {
      waitForLimits(app);
      await run(app, person.email, app.password, all);
      const { rows } = await app.platform.db.pool.query(
        "SELECT 1 FROM user_session WHERE revoked_reason = 'refresh token replayed'",
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: cases(15) },
  );
});
