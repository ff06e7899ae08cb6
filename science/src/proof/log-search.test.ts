import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bytes, concat, utf8 } from './bytes.ts';
import { canonicalEntry, LOG_EVENTS, type LogEvent } from './log-entry.ts';
import { bundlePaths, searchLog } from './log-search.ts';
import { growingTree, isIncluded, leafHashOf } from './merkle.ts';

const FILES = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const SOUGHT = FILES[0] ?? '';
const entries = fc.array(
  fc.record({
    type: fc.constantFrom(...LOG_EVENTS),
    sha256: fc.constantFrom(...FILES),
    day: fc.integer({ min: 10, max: 28 }),
  }),
  { maxLength: 40 },
);
type Drawn = { type: LogEvent; sha256: string; day: number };

const textOf = ({ type, sha256, day }: Drawn) => {
  const at = `2026-11-${day}T10:00:00.000Z`;
  return canonicalEntry({
    version: 1,
    type,
    sha256,
    revision: 1,
    commitment: '0'.repeat(64),
    issued_at: at,
    at,
  });
};
const prefixed = (text: string): Bytes =>
  concat(new Uint8Array([text.length >> 8, text.length & 255]), utf8(text));
async function* inBundles(texts: string[], width = 7): AsyncGenerator<Bytes> {
  for (let first = 0; first < texts.length; first += width)
    yield concat(...texts.slice(first, first + width).map(prefixed));
}
/** Searches these entries and returns what was found. */
async function foundIn(texts: string[]) {
  const searched = await searchLog(SOUGHT, await headOf(texts), inBundles(texts));
  return searched === 'contradiction' ? searched : searched.found;
}
async function headOf(texts: string[]) {
  const tree = growingTree();
  for (const text of texts) await tree.append(await leafHashOf(utf8(text)));
  return { size: tree.size, root: await tree.root() };
}

describe('a search in the log finds every entry and detects every change', () => {
  it('a search finds an entry and says whether its certificate is valid, whatever other entries the log has', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (drawn) => {
        const texts = drawn.map(textOf);
        const found = await foundIn(texts);
        const about = drawn.filter(({ sha256 }) => sha256 === SOUGHT);
        const has = (type: LogEvent) => about.some((each) => each.type === type);
        const state = has('retracted') ? 'retracted' : has('superseded') ? 'superseded' : 'current';
        if (!has('issued')) expect(found).toBeUndefined();
        else {
          const index = drawn.findIndex(({ type, sha256 }) => type === 'issued' && sha256 === SOUGHT);
          expect(found).toMatchObject({ state, index, entry: { type: 'issued', sha256: SOUGHT } });
        }
      }),
    );
  });

  it('a search detects an entry that was changed, removed, inserted or moved', async () => {
    const change = fc.record({ kind: fc.nat(3), at: fc.nat(39), other: fc.nat(39) });
    await fc.assert(
      fc.asyncProperty(entries, change, async (drawn, { kind, at, other }) => {
        const texts = drawn.map(textOf);
        fc.pre(texts.length > 0);
        const [one, two] = [at % texts.length, other % texts.length];
        const lie = texts.slice();
        if (kind === 0) lie.splice(one, 1);
        else if (kind === 1) lie.splice(one, 0, texts[two] ?? '');
        else if (kind === 2) lie[one] = (texts[one] ?? '').replace('"revision":1', '"revision":2');
        else [lie[one], lie[two]] = [texts[two] ?? '', texts[one] ?? ''];
        fc.pre(lie.join() !== texts.join());
        expect(await searchLog(SOUGHT, await headOf(texts), inBundles(lie))).toBe('contradiction');
      }),
    );
  });

  it('a search reports a newer log entry that this program cannot read', async () => {
    const later = `{"file":"${SOUGHT}","type":"witnessed","version":3}`;
    const issued = textOf({ type: 'issued', sha256: SOUGHT, day: 10 });
    for (const texts of [[later], [issued, later]]) {
      expect(await foundIn(texts)).toBe('newer');
    }
    // The entry with one more field, which the program does not know.
    const longer = issued.replace('{', '{"also":1,');
    expect(await foundIn([issued, longer])).toBe('newer');
    const ofAnother = [issued, later.replace(SOUGHT, FILES[1] ?? '')];
    expect(await foundIn(ofAnother)).toMatchObject({ index: 0 });
  });

  it('a search skips and counts entries of unknown kinds, and states the age of the newest entry', async () => {
    const strange = fc.record({
      version: fc.constantFrom(1, 2, 3, 9),
      type: fc.constantFrom('witnessed', 'toString', 'standard', '__proto__'),
      day: fc.integer({ min: 10, max: 28 }),
      isAbout: fc.boolean(),
    });
    const places = fc.array(fc.record({ place: fc.nat(40), entry: strange }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(entries, places, async (drawn, others) => {
        const known = drawn.map(textOf);
        const texts = known.slice();
        for (const { place, entry } of others) {
          const { version, type, day, isAbout } = entry;
          // A newer version has another form, so the search cannot know that an entry is about this file.
          const file = isAbout && version < 3 ? SOUGHT : FILES[1];
          const text = JSON.stringify({ at: `2026-11-${day}T10:00:00.000Z`, file, type, version });
          texts.splice(place, 0, text);
        }
        const plain = await searchLog(SOUGHT, await headOf(known), inBundles(known));
        const mixed = await searchLog(SOUGHT, await headOf(texts), inBundles(texts));
        if (plain === 'contradiction' || mixed === 'contradiction') throw new Error('the log is whole');
        const { index: _, ...found } = typeof plain.found === 'object' ? plain.found : { index: 0 };
        if (plain.found === undefined) expect(mixed.found).toBeUndefined();
        else expect(mixed.found).toMatchObject(found);
        expect([plain.skipped, mixed.skipped]).toEqual([0, others.length]);
        const last = texts.at(-1);
        expect(mixed.newestAt).toBe(last === undefined ? null : JSON.parse(last).at);
      }),
    );
  });

  it('a search refuses an answer in the wrong format, and reports an empty log as empty', async () => {
    const head = await headOf([]);
    expect(await searchLog(SOUGHT, head, inBundles([]))).toEqual({
      found: undefined,
      skipped: 0,
      newestAt: null,
    });
    async function* broken() {
      yield new Uint8Array([0, 9, 1]);
    }
    expect(await searchLog(SOUGHT, { ...head, size: 1 }, broken())).toBe('contradiction');
    expect(await searchLog(SOUGHT, { ...head, size: 1 }, inBundles([]))).toBe('contradiction');
  });
});

it('the paths of the log’s files equal the paths in the specification (C2SP tlog-tiles)', () => {
  expect([...bundlePaths(0)]).toEqual([]);
  expect([...bundlePaths(3)]).toEqual(['entries/000.p/3']);
  expect([...bundlePaths(512)]).toEqual(['entries/000', 'entries/001']);
  expect([...bundlePaths(256 * 1001 + 1)].slice(-3)).toEqual([
    'entries/999',
    'entries/x001/000',
    'entries/x001/001.p/1',
  ]);
});

it('when entries are added one by one, the proof of each entry is valid for the root of the tree', async () => {
  const [one, two, three] = await Promise.all(['1', '2', '3'].map((text) => leafHashOf(utf8(text))));
  if (!one || !two || !three) throw new Error('there are three leaves');
  const pair = growingTree();
  await pair.append(one);
  await pair.append(two);
  const tree = growingTree();
  for (const leaf of [one, two, three]) await tree.append(leaf);
  const claim = { index: 2, size: 3, leafHash: three, proof: [await pair.root()], root: await tree.root() };
  expect(await isIncluded(claim)).toBe(true);
});
