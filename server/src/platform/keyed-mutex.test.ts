import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

it('a mutex runs work with the same key in order, and not more at once than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(
        fc.record({ key: fc.constantFrom('a', 'b'), ticks: fc.nat({ max: 5 }), fails: fc.boolean() }),
        {
          maxLength: 40,
        },
      ),
      async (atOnce, works) => {
        const withLock = createKeyedMutex(atOnce);
        const running = new Map<string, number>();
        const begun: number[] = [];
        const outcomes = await Promise.allSettled(
          works.map(({ key, ticks, fails }, place) =>
            withLock(key, async () => {
              begun.push(place);
              running.set(key, (running.get(key) ?? 0) + 1);
              expect(running.get(key)).toBeLessThanOrEqual(atOnce);
              for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
              running.set(key, (running.get(key) ?? 0) - 1);
              if (fails) throw new Error('no');
              return place;
            }),
          ),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(
          works.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
        for (const key of ['a', 'b']) {
          const order = begun.filter((place) => works[place]?.key === key);
          expect(order).toEqual([...order].sort((one, other) => one - other));
        }
        // All locks are free now.
        expect(await withLock('a', async () => 'free')).toBe('free');
      },
    ),
  );
});
