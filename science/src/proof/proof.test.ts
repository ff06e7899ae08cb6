import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64, toHex, utf8 } from './bytes.ts';
import { canonicalEntry, commitmentTo, type LogEntry, readEntry } from './log-entry.ts';
import { isConsistent, isIncluded, leafHashOf } from './merkle.ts';
import { openNote, readNote, readNoteKey, writeNoteKey } from './signed-note.ts';
import { readCheckpoint, readTlogProof, writeCheckpoint, writeTlogProof } from './tlog-proof.ts';

const VECTORS = join(
  process.env.VENDOR_DATA ?? join(import.meta.dirname, '../../../../shared/data/vendor'),
  'merkle/testdata',
);
type Vector = {
  desc: string;
  wantErr: boolean;
  proof: string[] | null;
  leafIdx: number;
  treeSize: number;
  leafHash: string | null;
  root: string | null;
  size1: number;
  size2: number;
  root1: string | null;
  root2: string | null;
};
function vectors(kind: string): [string, Vector][] {
  const folder = join(VECTORS, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
}
const bytes = (text: string | null) => fromBase64(text ?? '') ?? new Uint8Array();
const all = (texts: string[] | null) => (texts ?? []).map(bytes);

describe.skipIf(!existsSync(VECTORS))(
  'our Merkle proofs agree with the published test vectors of transparency-dev/merkle (in VENDOR_DATA)',
  () => {
    it('valid inclusion proofs are accepted, and invalid ones are refused', async () => {
      const found = vectors('inclusion');
      const wrong: string[] = [];
      for (const [name, { leafIdx: index, treeSize: size, leafHash, proof, root, wantErr }] of found) {
        const claim = { index, size, leafHash: bytes(leafHash), proof: all(proof), root: bytes(root) };
        if ((await isIncluded(claim)) === wantErr) wrong.push(name);
      }
      expect(found.length).toBe(98);
      expect(wrong).toEqual([]);
    });

    it('valid consistency proofs are accepted, and invalid ones are refused', async () => {
      const found = vectors('consistency');
      const wrong: string[] = [];
      for (const [name, { size1, size2, root1, root2, proof, wantErr }] of found) {
        const claim = { size1, size2, root1: bytes(root1), root2: bytes(root2), proof: all(proof) };
        if ((await isConsistent(claim)) === wantErr) wrong.push(name);
      }
      expect(found.length).toBe(98);
      expect(wrong).toEqual([]);
    });
  },
);

/** The example of Go's package for signed notes with its key, and the example of C2SP. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const C2SP_NOTE = `Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`;

describe('a signed note opens only with the key that signed it', () => {
  it('a signed note opens with the key that signed it, and with no other key', async () => {
    const key = await readNoteKey(GO_KEY);
    if (!key) throw new Error('the key is not read');
    expect(writeNoteKey(key)).toBe(GO_KEY);
    expect(await openNote(GO_NOTE, [key])).toBe(GO_NOTE.slice(0, GO_NOTE.indexOf('\n\n') + 1));
    expect(await openNote(GO_NOTE, [])).toBeUndefined();
    expect(await openNote(GO_NOTE, [{ ...key, name: 'Peter' }])).toBeUndefined();
    expect(await openNote(GO_NOTE.replace('answer', 'Answer'), [key])).toBeUndefined();
    expect(await openNote(GO_NOTE.replace('x08go/ZJ', 'x08go/ZK'), [key])).toBeUndefined();
    expect(await readNoteKey(GO_KEY.replace('c74f20a3', 'c74f20a4'))).toBeUndefined();
  });

  it('the reader of signed notes reads the example of the C2SP specification, whose text has an empty line', () => {
    const note = readNote(C2SP_NOTE);
    expect(note?.text.endsWith('ed è subito sera.\n')).toBe(true);
    expect(note?.text).toContain('\n\n');
    expect(note?.signatures.map(({ name, id }) => [name, toHex(id)])).toEqual([
      ['quasimodo.example/salvatore', '367ba04b'],
    ]);
    expect(note?.signatures[0]?.signature.length).toBe(64);
  });

  it.each([
    ['without a signature', 'words\n'],
    ['with a control character', GO_NOTE.replace('answer', 'ans\u0007wer')],
    ['with a hyphen for the dash', GO_NOTE.replace('—', '-')],
    ['cut off', GO_NOTE.slice(0, -1)],
    ['with words after the signature', `${GO_NOTE}words\n`],
  ])('the reader of signed notes refuses a note %s', (_, note) => {
    expect(readNote(note)).toBeUndefined();
  });
});

describe('a written proof can be read again, and a wrong proof is refused', () => {
  const root = new Uint8Array(32).fill(7);
  const checkpoint = writeCheckpoint({ origin: 'log.example', size: 12, root });
  const proof = { extra: utf8('more'), index: 3, hashes: [root, root], checkpoint: `${checkpoint}\n— a b\n` };

  it('a proof stays the same when it is written and read again', () => {
    expect(readTlogProof(writeTlogProof(proof))).toEqual(proof);
    const { extra: _, ...plain } = proof;
    expect(readTlogProof(writeTlogProof({ ...plain, extra: undefined }))).toEqual({
      ...plain,
      extra: undefined,
    });
    expect(readCheckpoint(checkpoint)).toEqual({ origin: 'log.example', size: 12, root });
    expect(readCheckpoint(`${checkpoint}extension\n`)?.size).toBe(12);
  });

  it.each([
    ['another format', (text: string) => text.replace('@v1', '@v2')],
    ['an index with a zero in front', (text: string) => text.replace('index 3', 'index 03')],
    ['a negative index', (text: string) => text.replace('index 3', 'index -3')],
    ['a short hash', (text: string) => text.replace(toBase64(root), toBase64(root.slice(1)))],
    ['no checkpoint', (text: string) => text.slice(0, text.indexOf('\n\n'))],
    ['extra data that is not base64', (text: string) => text.replace(/extra .*/, 'extra %%')],
  ])('the reader of proofs refuses a proof with %s', (_, change) => {
    expect(readTlogProof(change(writeTlogProof(proof)))).toBeUndefined();
  });

  it('the reader of proofs accepts a proof only if its checkpoint has an origin, a size and a root', () => {
    for (const bad of [
      '',
      'o\n1\n',
      `o\n01\n${toBase64(root)}\n`,
      `\n1\n${toBase64(root)}\n`,
      `o\n1\n${toBase64(root)}`,
    ])
      expect(readCheckpoint(bad)).toBeUndefined();
  });
});

describe('a log entry is bound to its task and its position', () => {
  const entry: LogEntry = {
    version: 1,
    type: 'issued',
    revision: 1,
    commitment: 'a'.repeat(64),
    sha256: 'b'.repeat(64),
    issued_at: '2026-11-10T10:30:00.000Z',
    at: '2026-11-10T10:30:00.000Z',
  };

  it('a log entry can be written in only one way', () => {
    const text = canonicalEntry(entry);
    expect(readEntry(text)).toEqual(entry);
    expect(text).not.toMatch(/\s/);
    for (const other of [
      ` ${text}`,
      text.replace('"at"', '"at" '),
      text.replace('issued"', 'revoked"'),
      '[]',
      'null',
      '{',
    ])
      expect(readEntry(other)).toBeUndefined();
    expect(readEntry(JSON.stringify({ ...entry, more: 1 }))).toBeUndefined();
  });

  it('a log entry cannot be moved to another task (because of its salt) or to another position (because of its hash)', async () => {
    const opening = { salt: 'ab'.repeat(32), task_number: 10_001 };
    const known = await commitmentTo(opening);
    expect(known).toMatch(/^[0-9a-f]{64}$/);
    expect(await commitmentTo({ ...opening, task_number: 10_002 })).not.toBe(known);
    expect(await commitmentTo({ ...opening, salt: 'ac'.repeat(32) })).not.toBe(known);
    // The hash of an empty entry, from RFC 6962.
    expect(toHex(await leafHashOf(new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
  });
});
