import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../testing/property-runs.ts';
import { testApp } from '../testing/test-app.ts';
import { recordView } from './audit.ts';
import { secondsAfter } from './clock.ts';

const read = fc.record({
  secondsLater: fc.integer({ min: 0, max: 900 }),
  reader: fc.integer({ min: 0, max: 1 }),
  action: fc.constantFrom('request.viewed', 'payment.viewed'),
  subject: fc.integer({ min: 0, max: 1 }),
  filter: fc.constantFrom([], ['q'], ['q', 'status']),
  /** How many calls make the same read at the same time. */
  calls: fc.integer({ min: 1, max: 4 }),
});

it('a read adds a row if and only if the same read added none in the last ten minutes', async () => {
  const { clock, platform } = await testApp();
  const { db } = platform;
  await fc.assert(
    fc.asyncProperty(fc.array(read, { minLength: 1, maxLength: 12 }), async (reads) => {
      const readers = [randomUUID(), randomUUID()];
      const subjects = [randomUUID(), randomUUID()];
      const lastRow = new Map<string, Date>();
      let at = clock.now();
      let expected = 0;
      for (const { secondsLater, reader, action, subject, filter, calls } of reads) {
        at = secondsAfter(at, secondsLater);
        const entry = {
          at,
          actorId: readers[reader] ?? '',
          action,
          subject: { kind: 'request', id: subjects[subject] ?? '' },
          detail: { filter },
        };
        await Promise.all(Array.from({ length: calls }, () => recordView(db, entry)));
        const key = JSON.stringify([reader, action, subject, filter]);
        const last = lastRow.get(key);
        if (!last || last <= secondsAfter(at, -600)) {
          lastRow.set(key, at);
          expected += 1;
        }
        const { rows } = await db.pool.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM audit_entry WHERE actor_id = ANY ($1::uuid[])',
          [readers],
        );
        expect(rows[0]?.n).toBe(expected);
      }
    }),
    { numRuns: cases(60) },
  );
});
