import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bytes, concat, toBase64, utf8 } from './bytes.ts';
import { checkProof, NEWER } from './log-check.ts';
import { canonicalEntry, commitmentTo, type LogEntry, loggedOf } from './log-entry.ts';
import { leafHashOf } from './merkle.ts';
import { type NoteKey, noteKeyId } from './signed-note.ts';
import { writeCheckpoint, writeTlogProof } from './tlog-proof.ts';

const FILE = 'f'.repeat(64);
const SALT = '5a'.repeat(32);
const AT = '2026-11-20T09:00:00.000Z';
const NAME = 'log.example';
const RESULT = '{"signatures":[{"meaning":"measured","name":"Ada","at":"2026-11-20T08:00:01.000Z"}]}';

let key: NoteKey;
let sign: (text: string) => Promise<Bytes>;
beforeAll(async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('a pair was asked for');
  const { privateKey } = pair;
  sign = async (text) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, utf8(text)));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  key = { name: NAME, id: await noteKeyId(NAME, publicKey), publicKey };
});

/** A log with one entry, and its proof with `extra`. */
async function proofOf(entry: string, extra: string): Promise<string> {
  const head = writeCheckpoint({ origin: NAME, size: 1, root: await leafHashOf(utf8(entry)) });
  const encoded = toBase64(concat(key.id, await sign(head)));
  const checkpoint = `${head}\n— ${NAME} ${encoded}\n`;
  return writeTlogProof({ extra: utf8(extra), index: 0, hashes: [], checkpoint });
}

const rest = { revision: 1, sha256: FILE, issued_at: AT, at: AT };
/** An entry and its opening, in version 1 or 2. */
async function issued(version: 1 | 2): Promise<{ entry: string; opening: Record<string, unknown> }> {
  const first = { task_number: 10_057, salt: SALT };
  if (version === 2) {
    const logged = await loggedOf(RESULT, SALT);
    const entry: LogEntry = { version, type: 'issued', ...rest, ...logged };
    return { entry: canonicalEntry(entry), opening: { result: RESULT, salt: SALT } };
  }
  const entry: LogEntry = { version, type: 'issued', ...rest, commitment: await commitmentTo(first) };
  return { entry: canonicalEntry(entry), opening: first };
}

const checked = async (entry: string, extra: string) => checkProof(FILE, await proofOf(entry, extra), [key]);
const stateOf = async (entry: string, extra: string) => (await checked(entry, extra)).log.state;

/** The JSON of an object with one more field, even one with the name `__proto__`. */
const withMember = (object: object, name: string, value: unknown) =>
  `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;

const VERSIONS = [1, 2] as const;
const members = fc.record({
  version: fc.constantFrom(...VERSIONS),
  name: fc.oneof(
    fc.constantFrom('__proto__', 'task_number', 'result', 'salt', 'version', 'more', 'entry', ''),
    fc.string({ maxLength: 12 }),
  ),
  value: fc.jsonValue({ maxDepth: 1 }),
});
const isNewer = (name: string, value: unknown) =>
  name === 'version' && Number.isSafeInteger(value) && Number(value) > 2;

describe('a proof can contain the data behind its hash (opening) with its secret number (salt)', () => {
  it('a proof is valid with the data behind its hash and without them', async () => {
    for (const version of VERSIONS) {
      const { entry, opening } = await issued(version);
      expect(await stateOf(entry, JSON.stringify({ entry, opening }))).toBe('good');
      expect(await stateOf(entry, JSON.stringify({ entry }))).toBe('good');
    }
  });

  it('a proof is refused if the data behind its hash have an unknown or repeated field', async () => {
    await fc.assert(
      fc.asyncProperty(members, async ({ version, name, value }) => {
        fc.pre(!isNewer(name, value));
        const { entry, opening } = await issued(version);
        const within = `{"entry":${JSON.stringify(entry)},"opening":${withMember(opening, name, value)}}`;
        expect(await stateOf(entry, within)).toBe('bad');
        if (name === 'opening') return;
        expect(await stateOf(entry, withMember({ entry, opening }, name, value))).toBe('bad');
      }),
      { numRuns: 60 },
    );
  });

  it('a proof is refused if the data behind its hash lack a field or are written in another way', async () => {
    for (const version of VERSIONS) {
      const { entry, opening } = await issued(version);
      const { salt: _, ...less } = opening;
      for (const wrong of [null, {}, [], 'x', less, { ...opening, salt: SALT.slice(2) }])
        expect(await stateOf(entry, JSON.stringify({ entry, opening: wrong }))).toBe('bad');
      expect(await stateOf(entry, JSON.stringify({ entry, opening }, null, 1))).toBe('bad');
    }
  });

  it('a proof of a newer version is undecided, also with unknown members', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 1000 }),
        members,
        async (newer, { version, name, value }) => {
          fc.pre(!['version', 'entry', 'opening'].includes(name));
          const { entry, opening } = await issued(version);
          const later = withMember({ ...opening, version: newer }, name, value);
          for (const extra of [
            `{"entry":${JSON.stringify(entry)},"opening":${later}}`,
            withMember({ entry, opening, version: newer }, name, value),
          ])
            expect(await checked(entry, extra)).toMatchObject({
              log: { state: 'unknown', words: NEWER },
              isNewer: true,
              entry: null,
            });
        },
      ),
      { numRuns: 30 },
    );
  });
});
