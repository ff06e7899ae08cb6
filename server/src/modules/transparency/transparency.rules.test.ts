import { createHash } from 'node:crypto';
import { isConsistent, isIncluded } from '@vialproof/science/proof/merkle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyRuns,
  continues,
  EMPTY_ROOT,
  grow,
  hashOf,
  inclusionRuns,
  leafHash,
  nodeHash,
  readTilePath,
  subtreesOf,
  tileWidth,
} from './transparency.rules.ts';

const entryOf = (index: number) => new TextEncoder().encode(`entry ${index}`);
/** The leaves of all trees, each hashed once. */
const known = new Map<number, Uint8Array>();
function leafOf(index: number): Uint8Array {
  const leaf = known.get(index) ?? leafHash(entryOf(index));
  known.set(index, leaf);
  return leaf;
}

/** The root hash computed exactly as RFC 6962, 2.1, defines it. */
function definedRoot(leaves: Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (!only) return createHash('sha256').digest();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

/** A log in memory that grows in these steps, with its root hash after each. */
function grown(steps: number[]) {
  const nodes = new Map<string, Uint8Array>();
  const roots = new Map<number, Uint8Array>([[0, EMPTY_ROOT]]);
  let size = 0;
  const hashesOf = (run: { from: number; to: number }) =>
    subtreesOf(run).map(({ level, index }) => {
      const hash = nodes.get(`${level}/${index}`);
      if (!hash) throw new Error(`node ${level}/${index} is missing`);
      return hash;
    });
  for (const step of steps) {
    const leaves = Array.from({ length: step }, (_, place) => leafOf(size + place));
    const change = grow(size, hashesOf({ from: 0, to: size }), leaves);
    for (const { level, index, hash } of change.nodes) {
      if (nodes.has(`${level}/${index}`)) throw new Error(`node ${level}/${index} came twice`);
      nodes.set(`${level}/${index}`, hash);
    }
    size += step;
    roots.set(size, change.root);
  }
  const proof = (runs: { from: number; to: number }[]) => runs.map((run) => hashOf(hashesOf(run)));
  return { size, roots, proof };
}

const steps = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 12 });

describe('the log has the root and the proofs of a Merkle tree (RFC 6962)', () => {
  it('the tree has the root that RFC 6962 defines, however many entries are added at once', () => {
    fc.assert(
      fc.property(steps, (sizes) => {
        const { roots } = grown(sizes);
        for (const [size, root] of roots) {
          const leaves = Array.from({ length: size }, (_, index) => leafOf(index));
          expect(Buffer.from(root).equals(definedRoot(leaves))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the proof of an entry is valid for this entry only', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (sizes, pick) => {
        const { size, roots, proof } = grown(sizes);
        const index = pick % size;
        const root = roots.get(size) ?? EMPTY_ROOT;
        const claim = {
          index,
          size,
          leafHash: leafOf(index),
          proof: proof(inclusionRuns(index, size)),
          root,
        };
        expect(await isIncluded(claim)).toBe(true);
        expect(await isIncluded({ ...claim, leafHash: leafOf(index + 1) })).toBe(false);
        expect(await isIncluded({ ...claim, index: index + 1 })).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('the tree proves that it begins with each of its earlier trees', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sizes) => {
        const { size, roots, proof } = grown(sizes);
        const root2 = roots.get(size) ?? EMPTY_ROOT;
        for (const [size1, root1] of roots) {
          if (size1 === 0) continue;
          const claim = { size1, size2: size, root1, root2, proof: proof(consistencyRuns(size1, size)) };
          expect(await isConsistent(claim)).toBe(true);
          expect(await isConsistent({ ...claim, root1: leafOf(0).map((byte) => byte ^ 1) })).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the tree continues an earlier one only if it begins with the same entries', () => {
    const sizes = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(sizes, sizes, sizes, (kept, common, foreign) => {
        const signed = Array.from({ length: kept }, (_, index) => leafOf(index));
        const root = grow(0, [], signed).root;
        const leaves = [
          ...Array.from({ length: common }, (_, index) => leafOf(index)),
          ...Array.from({ length: foreign }, (_, index) => leafOf(1_000 + index)),
        ];
        const nodes = new Map(
          grow(0, [], leaves).nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]),
        );
        const edge = subtreesOf({ from: 0, to: kept }).flatMap(
          ({ level, index }) => nodes.get(`${level}/${index}`) ?? [],
        );
        expect(continues({ size: kept, root }, edge)).toBe(kept <= common);
      }),
      { numRuns: 300 },
    );
  });

  it('adding a hundred thousand entries ends in time', () => {
    const leaves = Array<Uint8Array>(100_000).fill(leafOf(0));
    const { nodes } = grow(0, [], leaves);
    expect(nodes.length).toBe(199_994);
  });
});

describe('the tree is stored in files (tiles)', () => {
  it.each([
    ['0/000', { kind: 'tile', level: 0, index: 0, width: 256 }],
    ['0/000.p/12', { kind: 'tile', level: 0, index: 0, width: 12 }],
    ['1/x001/x234/067', { kind: 'tile', level: 1, index: 1_234_067, width: 256 }],
    ['63/x001/000.p/255', { kind: 'tile', level: 63, index: 1000, width: 255 }],
    ['entries/001', { kind: 'entries', level: 0, index: 1, width: 256 }],
    ['entries/000.p/3', { kind: 'entries', level: 0, index: 0, width: 3 }],
  ])('the address of a tile is that of the C2SP specification: %s', (path, expected) => {
    expect(readTilePath(path)).toEqual(expected);
  });

  it.each([
    '',
    '0',
    '00/000',
    '64/000',
    '0/0',
    '0/x000/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/001/002',
    '-1/000',
    '0/000/',
    'entries/../000',
  ])('an address in another form is refused: %s', (path) => {
    expect(readTilePath(path)).toBeUndefined();
  });

  it('the tiles of a log with 70,000 entries are as wide as the C2SP specification says', () => {
    expect(tileWidth({ level: 0, index: 272 }, 70_000)).toBe(256);
    expect(tileWidth({ level: 0, index: 273 }, 70_000)).toBe(112);
    expect(tileWidth({ level: 0, index: 274 }, 70_000)).toBe(0);
    expect(tileWidth({ level: 1, index: 0 }, 70_000)).toBe(256);
    expect(tileWidth({ level: 1, index: 1 }, 70_000)).toBe(17);
    expect(tileWidth({ level: 2, index: 0 }, 70_000)).toBe(1);
    expect(tileWidth({ level: 1, index: 0 }, 256)).toBe(1);
  });
});
