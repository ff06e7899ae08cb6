import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingClock } from './clock.ts';
import { type EncodedAnswer, encodedAnswer } from './encoded-answer.ts';
import { createKeptAnswers } from './kept-answers.ts';

const answer = (bytes: number): EncodedAnswer =>
  encodedAnswer(new Uint8Array(bytes), { 'Content-Type': 'image/png' });

function shelf({ mostBytes = 1_000 } = {}) {
  const clock = standingClock();
  let isTrusted = true;
  const kept = createKeptAnswers({ mostBytes, maxAgeSeconds: 60, clock, isTrusted: () => isTrusted });
  const trust = (value: boolean) => {
    isTrusted = value;
  };
  return { ...kept, clock, trust };
}

/** Work that ends when told to. */
function work() {
  let end: (made: EncodedAnswer) => void = () => undefined;
  let begun = 0;
  const promise = new Promise<EncodedAnswer>((resolve) => {
    end = resolve;
  });
  return {
    start: () => {
      begun += 1;
      return promise;
    },
    end: (made: EncodedAnswer) => end(made),
    begun: () => begun,
  };
}

describe('kept answers', () => {
  it('are made once for all who ask meanwhile, and found for a minute', async () => {
    const { make, find, clock } = shelf();
    const task = work();
    const both = [make('/', task.start), make('/', task.start)];
    const made = answer(10);
    task.end(made);
    expect(await Promise.all(both)).toEqual([made, made]);
    expect(task.begun()).toBe(1);
    clock.advance(59_999);
    expect(find('/')).toBe(made);
    clock.advance(1);
    expect(find('/')).toBeUndefined();
  });

  it('what was begun before a change is neither kept nor given to those who ask after it', async () => {
    const { make, find, forgetAll } = shelf();
    const [before, after] = [work(), work()];
    const early = make('/', before.start);
    forgetAll();
    const late = make('/', after.start);
    expect(after.begun()).toBe(1);
    const [old, fresh] = [answer(1), answer(2)];
    before.end(old);
    expect(await early).toBe(old);
    expect(find('/')).toBeUndefined();
    after.end(fresh);
    expect(await late).toBe(fresh);
    expect(find('/')).toBe(fresh);
  });

  it('what failed is not kept, and is made anew', async () => {
    const { make, find } = shelf();
    await expect(make('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(find('/')).toBeUndefined();
    const made = answer(1);
    expect(await make('/', async () => made)).toBe(made);
  });

  it('are neither kept nor found while news of changes do not arrive', async () => {
    const { make, find, trust } = shelf();
    const made = answer(1);
    await make('/kept', async () => made);
    const task = work();
    const overtaken = make('/begun', task.start);
    trust(false);
    expect(find('/kept')).toBeUndefined();
    task.end(made);
    await overtaken;
    await make('/', async () => made);
    trust(true);
    expect(find('/')).toBeUndefined();
    expect(find('/begun')).toBeUndefined();
    expect(find('/kept')).toBe(made);
  });

  it('never hold more than they may, and forget first what was asked for longest ago', async () => {
    const asks = fc.array(fc.record({ key: fc.nat(30), bytes: fc.integer({ min: 1, max: 400 }) }), {
      maxLength: 120,
    });
    await fc.assert(
      fc.asyncProperty(asks, async (tries) => {
        const { make, find, load } = shelf();
        for (const { key, bytes } of tries) {
          const found = find(`/${key}`);
          const made = found ?? (await make(`/${key}`, async () => answer(bytes)));
          expect(load().bytes).toBeLessThanOrEqual(1_000);
          expect(find(`/${key}`)).toBe(made);
        }
      }),
      { numRuns: 60 },
    );
    const { make, find } = shelf({ mostBytes: 30 });
    for (const key of ['a', 'b', 'c']) await make(key, async () => answer(10));
    find('a');
    await make('d', async () => answer(10));
    expect(['a', 'b', 'c', 'd'].filter((key) => find(key))).toEqual(['a', 'c', 'd']);
  });
});
