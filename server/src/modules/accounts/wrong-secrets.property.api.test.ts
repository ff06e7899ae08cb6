import type { ProblemBody } from '@vialproof/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLetIn, login } from '../../testing/accounts.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';

const MOST = 20;
/** Some wrong secrets, and what happens after them. */
const run = fc.record({
  wrong: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: MOST - 2, max: MOST + 1 })),
  codes: fc.boolean(),
  after: fc.constantFrom('right', 'right', 'none'),
});

it('the session ends exactly at the 20th wrong password or code in a row', async () => {
  const app = await testApp();
  const reviewer = await app.person('reviewer');
  const nothing = crypto.randomUUID();
  const sign = (token: string, secret: object) =>
    app.request<ProblemBody>(`/api/lab/requests/${nothing}/publish`, {
      json: { meaning: 'released', ...secret },
      token,
    });
  const signIn = async () => {
    const { body } = await login(app, reviewer.email, app.password);
    return body.session.access_token;
  };

  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 6 }), async (runs) => {
      const token = await signIn();
      let inARow = 0;
      const expectAnswer = async (secret: object, alive: [number, string]) => {
        const { status, body } = await sign(token, secret);
        const isOver = inARow >= MOST;
        expect([status, body.code]).toEqual(isOver ? [401, 'unauthenticated'] : alive);
        return { body, isOver };
      };
      for (const { wrong, codes, after } of runs) {
        for (let tries = 0; tries < wrong; tries += 1) {
          const secret = codes && tries % 2 === 0 ? { code: '000000' } : { password: 'Wrong-horse-7' };
          const { body, isOver } = await expectAnswer(secret, [401, 'signature_refused']);
          if (!isOver) inARow += 1;
          expect(body.session_ended === true).toBe(!isOver && inARow === MOST);
        }
        // A call without a password or code does not use up a try.
        if (after === 'none') await expectAnswer({}, [401, 'signature_refused']);
        else await expectAnswer({ password: app.password }, [404, 'not_found']);
        if (after === 'right' && inARow < MOST) inARow = 0;
        expect(await isLetIn(app, token)).toBe(inARow < MOST);
      }
      // Each session of a person has its own count.
      expect(await isLetIn(app, reviewer.token)).toBe(true);
    }),
    { numRuns: cases(24) },
  );
});

it('of many wrong secrets at the same time, at most 20 are checked, and a right one after them does not help', async () => {
  const app = await testApp();
  const reviewer = await app.person('reviewer');
  const path = `/api/lab/requests/${crypto.randomUUID()}/publish`;
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      app.request<ProblemBody>(path, {
        json: { meaning: 'released', password: 'Wrong-horse-7' },
        token: reviewer.token,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  expect(answers.filter(({ body }) => body.code === 'signature_refused')).toHaveLength(MOST);
  expect(answers.filter(({ body }) => body.session_ended)).toHaveLength(1);
  const { rows } = await app.platform.db.pool.query(
    "SELECT 1 FROM security_event WHERE kind = 'session_ended'",
  );
  expect(rows).toHaveLength(1);
});
