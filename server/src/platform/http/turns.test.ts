import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createTurns, type Leave } from './turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Moves the time, and lets waiting work start. */
async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let round = 0; round < 40; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

const OPTIONS = { places: 2, waitingOfClient: 3, waitMs: 2_000 };

/** Takes places, and records which client got one, in which order. */
function watched(options: Partial<typeof OPTIONS> = {}) {
  const turns = createTurns({ ...OPTIONS, ...options });
  const began: string[] = [];
  const held: Leave[] = [];
  const refused: string[] = [];
  const ask = (client: string) =>
    turns.take(client).then((place) => {
      if (place instanceof Refusal) refused.push(client);
      else {
        began.push(client);
        held.push(place);
      }
    });
  return { ask, began, held, refused };
}

it('a client with many requests delays any other client by one request at most', async () => {
  const { ask, began, held } = watched();
  const all = ['much', 'much', 'much', 'much', 'much', 'one'].map(ask);
  await pass();
  expect(began).toEqual(['much', 'much']);
  for (let turn = 0; turn < 4; turn += 1) {
    held.shift()?.();
    await pass();
  }
  await Promise.all(all);
  expect(began).toEqual(['much', 'much', 'much', 'one', 'much', 'much']);
});

it('a client has at most some waiting requests; one more is refused after half a second', async () => {
  const { ask, began, held, refused } = watched({ places: 1, waitingOfClient: 2 });
  const all = ['a', 'a', 'a', 'a'].map(ask);
  await pass();
  held.shift()?.();
  await pass();
  held.shift()?.();
  await pass();
  await pass(499);
  expect([began, refused]).toEqual([['a', 'a', 'a'], []]);
  await pass(1);
  await Promise.all(all);
  expect([began, refused]).toEqual([['a', 'a', 'a'], ['a']]);
  const turns = createTurns({ ...OPTIONS, places: 0 });
  const told = turns.take('b');
  await pass(2_000);
  expect(await told).toMatchObject({
    code: 'rate_limited',
    detail: expect.stringContaining('Please try again in a few seconds.'),
    extra: { retryAfterSeconds: 2 },
  });
});

it('a waiting request is refused after its time limit', async () => {
  const { ask, began, held, refused } = watched({ places: 1 });
  const first = ask('a');
  const second = ask('b');
  await pass(1_999);
  const third = ask('c');
  await pass(1);
  await Promise.all([first, second]);
  expect(refused).toEqual(['b']);
  held.shift()?.();
  await third;
  expect(began).toEqual(['a', 'c']);
});

it('between two requests, the process handles other events', async () => {
  const turns = createTurns({ ...OPTIONS, places: 8 });
  const done: string[] = [];
  const all = ['a', 'b'].map((client) => turns.take(client).then(() => done.push(client)));
  const others = new Promise<void>((resolve) => setImmediate(() => resolve(void done.push('others'))));
  await Promise.all([...all, others]);
  expect(done).toEqual(['others', 'a', 'b']);
});

it('requests that will be refused do not delay others', async () => {
  const crowded = createTurns({ ...OPTIONS, places: 0, waitingOfClient: 0 });
  const done: string[] = [];
  const one = createTurns(OPTIONS)
    .take('one')
    .then(() => done.push('one'));
  for (let round = 0; round < 40; round += 1) {
    void crowded.take('much');
    await new Promise((resolve) => setImmediate(resolve));
  }
  done.push('much');
  await one;
  expect(done).toEqual(['one', 'much']);
});

it('a place that is given back twice becomes free once', async () => {
  const turns = createTurns({ ...OPTIONS, places: 1 });
  const leave = (await turns.take('a')) as Leave;
  leave();
  leave();
  await turns.take('b');
  expect(await Promise.race([turns.take('c'), pass().then(() => 'waits')])).toBe('waits');
});

type Step = { client: string } | { leave: number } | { wait: number };
const steps = fc.array(
  fc.oneof(
    fc.record({ client: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ leave: fc.nat(7) }),
    fc.record({ wait: fc.nat(1_500) }),
  ) as fc.Arbitrary<Step>,
  { maxLength: 60 },
);

it('for any order of requests, no place is lost or given twice, and clients get places one after another', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (all, places) => {
      const turns = createTurns({ places, waitingOfClient: 3, waitMs: 2_000 });
      const held: Leave[] = [];
      let asked = 0;
      let answered = 0;
      const passedBy = new Map<symbol, Map<string, number>>();
      const waits: Promise<void>[] = [];
      for (const step of all) {
        if ('client' in step) {
          const { client } = step;
          const id = Symbol(client);
          asked += 1;
          passedBy.set(id, new Map());
          const isFirst = ![...passedBy.keys()].some((other) => other !== id && other.description === client);
          waits.push(
            turns.take(client).then((place) => {
              answered += 1;
              const others = passedBy.get(id);
              passedBy.delete(id);
              if (place instanceof Refusal) return;
              held.push(place);
              expect(held.length).toBeLessThanOrEqual(places);
              if (isFirst) for (const times of others?.values() ?? []) expect(times).toBeLessThanOrEqual(1);
              for (const passed of passedBy.values()) passed.set(client, (passed.get(client) ?? 0) + 1);
            }),
          );
        } else if ('leave' in step) held.splice(step.leave % Math.max(1, held.length), 1)[0]?.();
        else await pass(step.wait);
        await pass();
      }
      for (const leave of held.splice(0)) leave();
      while (answered < asked) {
        await pass(2_000);
        for (const leave of held.splice(0)) leave();
      }
      await Promise.all(waits);
      for (const leave of held.splice(0)) leave();
      const again = await Promise.all(Array.from({ length: places }, () => turns.take('z')));
      expect(again.some((place) => place instanceof Refusal)).toBe(false);
    }),
  );
});
