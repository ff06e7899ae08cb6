import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingClock } from '../clock.ts';
import type { Subscriber } from '../postgres/notifications.ts';
import { createPublicAnswer, type PublicAnswer } from './public-answer.ts';
import { createPublicCache, declaredAddress, publicKey } from './public-cache.ts';

const answer = (bytes: number): PublicAnswer =>
  createPublicAnswer(new Uint8Array(bytes), { 'Content-Type': 'image/png' });

function cacheOf() {
  const clock = standingClock();
  let isConnected = true;
  let isAway = false;
  const subscribers: Subscriber[] = [];
  const cache = createPublicCache({
    clock,
    notifications: {
      isConnected: () => isConnected,
      isAway: () => isAway,
      subscribe: (_topic, subscriber) => void subscribers.push(subscriber),
      publish: () => Promise.reject(new Error('nobody publishes here')),
    },
  });
  return {
    ...cache,
    clock,
    outdateAll: () => {
      for (const subscriber of subscribers) subscriber.received('all');
    },
    connect: (connects: boolean, { databaseAnswers = true } = {}) => {
      isConnected = connects;
      isAway = !databaseAnswers;
      if (connects) for (const subscriber of subscribers) void subscriber.connected?.();
    },
  };
}

/** Work that ends when the test says so. */
function work() {
  let end: (made: PublicAnswer) => void = () => undefined;
  let begun = 0;
  const promise = new Promise<PublicAnswer>((resolve) => {
    end = resolve;
  });
  return {
    start: () => {
      begun += 1;
      return promise;
    },
    end: (made: PublicAnswer) => end(made),
    begun: () => begun,
  };
}

const page = (words: string, mayBeOld = true): PublicAnswer => ({
  ...createPublicAnswer(
    new Uint8Array(Buffer.from(`<html><body class="x"><main>${words}</main></body></html>`)),
    {
      'Content-Type': 'text/html',
      'Cache-Control': 'public, no-cache',
    },
  ),
  mayBeOld,
});

describe('the cache sends pages while the database is unavailable', () => {
  it('pages of the last minute are sent with their time, and with no-store if they may be old', async () => {
    const { fetch, find, connect, clock } = cacheOf();
    await fetch('/tests', async () => page('tests'));
    await fetch('/tests?page=2', async () => page('more'));
    await fetch('/verify', async () => page('verify', false));
    const at = clock.now();
    clock.advance(59_000);
    connect(false);
    expect(find('/tests')).toBeUndefined();
    connect(false, { databaseAnswers: false });
    const old = await find('/tests')?.form('identity');
    expect(String(Buffer.from(old?.body ?? []))).toMatch(
      /<body class="x"><p class="as-of" role="status">As of \d+ \w+ \d{4}(?: at|,) [\d:]{8} UTC\. [^<]+<\/p><main>tests<\/main>/,
    );
    expect(old?.headers).toMatchObject({ 'Cache-Control': 'no-store', 'Last-Modified': at.toUTCString() });
    expect(find('/tests?page=2')).toBeDefined();
    expect(find('/verify')).toBeUndefined();
    clock.advance(60_000);
    expect(find('/tests')).toBeDefined();
    clock.advance(1);
    expect(find('/tests')).toBeUndefined();
  });

  it('pages are rendered again when the database answers', async () => {
    const { fetch, find, connect } = cacheOf();
    await fetch('/', async () => page('home'));
    connect(false, { databaseAnswers: false });
    expect(find('/')).toBeDefined();
    connect(true);
    expect(find('/')).toBeUndefined();
  });

  it('a page that changed in the last seconds before the database went away is sent as it was, an older one not', async () => {
    for (const { seconds, isSent } of [
      { seconds: 10, isSent: true },
      { seconds: 11, isSent: false },
    ]) {
      const { fetch, find, connect, outdateAll, clock } = cacheOf();
      await fetch('/tests', async () => page('tests'));
      outdateAll();
      clock.advance(1_000 * seconds);
      connect(false, { databaseAnswers: false });
      expect(find('/tests') !== undefined, `${seconds} s`).toBe(isSent);
    }
  });

  it('a page that changed while the database was away is not sent, if this process hears of the change', async () => {
    for (const isAsked of [true, false]) {
      const { fetch, find, connect, outdateAll } = cacheOf();
      await fetch('/tests', async () => page('tests'));
      connect(false, { databaseAnswers: false });
      if (isAsked) expect(find('/tests')).toBeDefined();
      outdateAll();
      expect(find('/tests')).toBeUndefined();
    }
    const { fetch, findOld, outdateAll } = cacheOf();
    await fetch('/tests', async () => page('tests'));
    expect(findOld('/tests')).toBeDefined();
    outdateAll();
    expect(findOld('/tests')).toBeUndefined();
  });

  it('a page that changed while it was made was right when that began', async () => {
    for (const { seconds, isSent } of [
      { seconds: 10, isSent: true },
      { seconds: 11, isSent: false },
    ]) {
      const { fetch, find, connect, outdateAll, clock } = cacheOf();
      const task = work();
      const asked = fetch('/tests', task.start);
      clock.advance(1_000 * seconds);
      outdateAll();
      task.end(page('tests'));
      await asked;
      connect(false, { databaseAnswers: false });
      expect(find('/tests') !== undefined, `${seconds} s`).toBe(isSent);
    }
  });

  it('a page that was begun before a reconnection is not sent after it', async () => {
    const { fetch, find, connect } = cacheOf();
    const task = work();
    const asked = fetch('/tests', task.start);
    connect(true);
    task.end(page('tests'));
    await asked;
    connect(false, { databaseAnswers: false });
    expect(find('/tests')).toBeUndefined();
  });

  it('after the database answers again, no page from before is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ kind: fc.constant('fetch' as const), mayBeOld: fc.boolean() }),
            fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
            fc.record({ kind: fc.constant('outdate' as const) }),
            fc.record({ kind: fc.constantFrom('connect' as const, 'break' as const, 'away' as const) }),
          ),
          { maxLength: 30 },
        ),
        async (steps) => {
          const { fetch, find, connect, outdateAll, clock } = cacheOf();
          const now = () => clock.now().getTime();
          // The answer that is kept, by a simple model: when it was made, and until when it was right.
          let kept: { mayBeOld: boolean; at: number; rightUntil: number } | undefined;
          let missedAt: number | undefined;
          let state = 'connect';
          const outdated = () => {
            if (kept) kept.rightUntil = Math.min(kept.rightUntil, now());
          };
          for (const step of steps) {
            if (step.kind === 'pass') clock.advance(step.ms);
            else if (step.kind === 'outdate') {
              outdateAll();
              if (state === 'connect') outdated();
              else [kept, missedAt] = [undefined, undefined];
            } else if (step.kind === 'fetch') {
              await fetch('/', async () => page('home', step.mayBeOld));
              if (state !== 'connect') outdated();
              else if (!kept || now() >= kept.rightUntil)
                kept = { mayBeOld: step.mayBeOld, at: now(), rightUntil: now() + 60_000 };
            } else {
              connect(step.kind === 'connect', { databaseAnswers: step.kind !== 'away' });
              if (step.kind === 'connect') [kept, missedAt] = [undefined, undefined];
              state = step.kind;
            }
            if (state === 'connect') continue;
            const found = find('/');
            if (state === 'away') missedAt ??= now();
            const isSoon = missedAt !== undefined && now() <= missedAt + 60_000;
            const isOfLastMinute = kept !== undefined && kept.at >= (missedAt ?? 0) - 60_000;
            const wasRight = kept !== undefined && kept.rightUntil >= (missedAt ?? 0) - 10_000;
            expect(found !== undefined).toBe(
              state === 'away' && kept?.mayBeOld === true && isSoon && isOfLastMinute && wasRight,
            );
          }
        },
      ),
      // A page that was made more than a minute before the database went away.
      { examples: [[[{ kind: 'fetch', mayBeOld: true }, { kind: 'pass', ms: 60_001 }, { kind: 'away' }]]] },
    );
  });
});

describe('the cache makes each answer once and never keeps an outdated answer', () => {
  it('an answer is made once for all callers at the same time, and is kept for a minute', async () => {
    const { fetch, find, clock } = cacheOf();
    const task = work();
    const both = [fetch('/', task.start), fetch('/', task.start)];
    const made = answer(10);
    task.end(made);
    expect(await Promise.all(both)).toEqual([made, made]);
    expect(task.begun()).toBe(1);
    clock.advance(60_000);
    expect(find('/')).toBe(made);
    clock.advance(1);
    expect(find('/')).toBeUndefined();
  });

  it('an answer whose computation began before a change is neither kept nor sent to later callers', async () => {
    const { fetch, find, outdateAll } = cacheOf();
    const [before, after] = [work(), work()];
    const early = fetch('/', before.start);
    outdateAll();
    const late = fetch('/', after.start);
    expect(after.begun()).toBe(1);
    const [old, fresh] = [answer(1), answer(2)];
    before.end(old);
    expect(await early).toBe(old);
    expect(find('/')).toBeUndefined();
    after.end(fresh);
    expect(await late).toBe(fresh);
    expect(find('/')).toBe(fresh);
  });

  it('a failure is not kept, and the next caller tries again', async () => {
    const { fetch, find, outdateAll } = cacheOf();
    await expect(fetch('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(find('/')).toBeUndefined();
    const outdated = fetch('/', () => Promise.reject(new Error('no')));
    outdateAll();
    await expect(outdated).rejects.toThrow('no');
    const made = answer(1);
    expect(await fetch('/', async () => made)).toBe(made);
  });

  it('while notifications are interrupted, no answer is cached; the cache is empty when they work again', async () => {
    const { fetch, find, connect } = cacheOf();
    const made = answer(1);
    await fetch('/kept', async () => made);
    const task = work();
    const overtaken = fetch('/begun', task.start);
    connect(false);
    expect(find('/kept')).toBeUndefined();
    task.end(made);
    expect(await overtaken).toBe(made);
    expect(await fetch('/', async () => made)).toBe(made);
    connect(true);
    for (const key of ['/', '/begun', '/kept']) expect(find(key)).toBeUndefined();
  });

  it('pictures are kept after changes and for more than a minute, and files of the front end always', async () => {
    const { fetchImage, addFiles, find, outdateAll, clock, connect } = cacheOf();
    const made = answer(1);
    await fetchImage('picture', async () => made);
    addFiles(new Map([['/a.js', made]]));
    outdateAll();
    clock.advance(3_600_000);
    const anew = work();
    expect(await fetchImage('picture', anew.start)).toBe(made);
    connect(false);
    expect(find('/a.js')).toBe(made);
  });

  it('the answers that were used least recently are removed first', async () => {
    const { fetch, find } = cacheOf();
    const megabytes = (many: number) => answer(many * 1_000_000);
    await fetch('/', async () => megabytes(1));
    for (const page of [1, 2, 3]) await fetch(`/tests?page=${page}`, async () => megabytes(2.5));
    expect(find('/tests?page=1')).toBeDefined();
    await fetch('/tests?page=4', async () => megabytes(2.5));
    const found = [1, 2, 3, 4].filter((page) => find(`/tests?page=${page}`));
    expect(found).toEqual([1, 3, 4]);
    expect(find('/')).toBeDefined();
  });
});

describe('the cache finds an answer by its key', () => {
  const id = '0b0fe7f2-8f20-4ffa-a175-6c3d50239711';
  const declared = ['search', 'onlyPublic', 'page'];

  it('two spellings of one query have the same key', () => {
    const keyOf = (address: string, names: string[]) => publicKey(declaredAddress(address, names));
    expect(keyOf('/', [])).toBe('/');
    expect(keyOf('/?', [])).toBe('/');
    expect(keyOf(`/api/tests/${id}`, [])).toBe(`/api/tests/${id}`);
    for (const query of ['page=2&search=a%20b&onlyPublic=true', 'search=a+b&onlyPublic=true&page=2']) {
      expect(keyOf(`/tests?${query}`, declared)).toBe('/tests?search=a+b&onlyPublic=true&page=2');
    }
  });

  it('a key contains exactly the parameters of its address', () => {
    const queries = fc.dictionary(
      fc.constantFrom(...declared),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    fc.assert(
      fc.property(queries, (query) => {
        const key = publicKey(declaredAddress(`/tests?${new URLSearchParams(query)}`, declared));
        fc.pre(key !== undefined);
        const read = Object.fromEntries(new URLSearchParams(key?.slice('/tests?'.length)));
        expect(read).toEqual({ ...query });
      }),
    );
  });

  it.each([
    '/tests?search=a&search=b',
    `/tests?search=${'a'.repeat(301)}`,
    '/tests?search=%ED%A0%80',
    `/tests/${id.toUpperCase()}`,
    '/TESTS',
    '/tests/',
    '//tests',
    '/tests/%61',
  ])('the address %s has no key, so its answer is not kept', (address) => {
    expect(publicKey(declaredAddress(address, declared))).toBeUndefined();
  });

  it.each(['/tests?utm_source=x', '/tests?x=1&x=2', '/tests?PAGE=2'])(
    'the address %s has the same key as the page without it, because the parameter is unknown',
    (address) => {
      expect(publicKey(declaredAddress(address, declared))).toBe('/tests');
    },
  );
});
