import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingClock } from './clock.ts';
import type { Subscriber } from './notifications.ts';
import { createPublicAnswer, type PublicAnswer } from './public-answer.ts';
import { createPublicCache, declaredAddress, publicKey } from './public-cache.ts';

const answer = (bytes: number): PublicAnswer =>
  createPublicAnswer(new Uint8Array(bytes), { 'Content-Type': 'image/png' });

function cacheOf() {
  const clock = standingClock();
  let isConnected = true;
  const subscribers: Subscriber[] = [];
  const cache = createPublicCache({
    clock,
    notifications: {
      isConnected: () => isConnected,
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
    connect: (connects: boolean) => {
      isConnected = connects;
      if (connects) for (const subscriber of subscribers) void subscriber.connected?.();
    },
  };
}

/** Work that ends when told to. */
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

describe('cached answers', () => {
  it('are made once for all who ask meanwhile, and found for a minute', async () => {
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

  it('what was begun before a change is neither kept nor given to those who ask after it', async () => {
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

  it('what failed is not kept, and is made anew', async () => {
    const { fetch, find, outdateAll } = cacheOf();
    await expect(fetch('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(find('/')).toBeUndefined();
    const outdated = fetch('/', () => Promise.reject(new Error('no')));
    outdateAll();
    await expect(outdated).rejects.toThrow('no');
    const made = answer(1);
    expect(await fetch('/', async () => made)).toBe(made);
  });

  it('are neither kept nor found while notifications do not arrive, and forgotten when they arrive again', async () => {
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

  it('pictures outlive a change and a minute, files everything', async () => {
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

  it('forget first what was asked for longest ago, and those with a query drive out none without', async () => {
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

describe('the key of an answer', () => {
  const id = '0b0fe7f2-8f20-4ffa-a175-6c3d50239711';
  const declared = ['search', 'onlyPublic', 'page'];

  it('is one, however the query is written', () => {
    const keyOf = (address: string, names: string[]) => publicKey(declaredAddress(address, names));
    expect(keyOf('/', [])).toBe('/');
    expect(keyOf('/?', [])).toBe('/');
    expect(keyOf(`/api/tests/${id}`, [])).toBe(`/api/tests/${id}`);
    for (const query of ['page=2&search=a%20b&onlyPublic=true', 'search=a+b&onlyPublic=true&page=2']) {
      expect(keyOf(`/tests?${query}`, declared)).toBe('/tests?search=a+b&onlyPublic=true&page=2');
    }
  });

  it('means the same parameters as the address itself', () => {
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
  ])('%s has none', (address) => {
    expect(publicKey(declaredAddress(address, declared))).toBeUndefined();
  });

  it.each(['/tests?utm_source=x', '/tests?x=1&x=2', '/tests?PAGE=2'])(
    '%s is that of the page: what nobody declared makes no other answer',
    (address) => {
      expect(publicKey(declaredAddress(address, declared))).toBe('/tests');
    },
  );
});
