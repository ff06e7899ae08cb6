import { createHash } from 'node:crypto';

/** The `index`-th subtree of 2^level leaves from the left. */
export type NodeId = { level: number; index: number };
export type Node = NodeId & { hash: Uint8Array };
/** A run of leaves from `from` to the leaf before `to`. */
export type Run = { from: number; to: number };

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);
const sha256 = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (entry: Uint8Array): Uint8Array => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right);
export const EMPTY_ROOT = sha256();

/**
 * The largest complete subtrees of which a run consists, from the left. A log stores their hashes, and proofs consist
 * of them.
 */
export function subtreesOf({ from, to }: Run): NodeId[] {
  const found: NodeId[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The hash of a run from the hashes of its complete subtrees, in order. */
export function hashOf(subtrees: Uint8Array[]): Uint8Array {
  return (
    subtrees.reduceRight<Uint8Array | undefined>(
      (right, left) => (right ? nodeHash(left, right) : left),
      undefined,
    ) ?? EMPTY_ROOT
  );
}

/** Whether a tree begins with the one of `size` and `root`; `edge`: hashes of its subtrees up to `size` (`subtreesOf`). */
export function continues({ size, root }: { size: number; root: Uint8Array }, edge: Uint8Array[]): boolean {
  const isWhole = edge.length === subtreesOf({ from: 0, to: size }).length;
  return isWhole && Buffer.from(hashOf(edge)).equals(root);
}

/**
 * Appends leaves to a tree of `size` with these hashes of complete subtrees (`subtreesOf`). Returns the new nodes and
 * the new root.
 */
export function grow(
  size: number,
  edge: Uint8Array[],
  leaves: Uint8Array[],
): { nodes: Node[]; root: Uint8Array } {
  const stack = subtreesOf({ from: 0, to: size }).map(({ level, index }, place) => {
    const hash = edge[place];
    if (!hash) throw new Error(`the tree of ${size} lacks node ${level}/${index}`);
    return { level, index, hash };
  });
  const nodes: Node[] = [];
  leaves.forEach((leaf, place) => {
    let node: Node = { level: 0, index: size + place, hash: leaf };
    nodes.push(node);
    for (let left = stack.at(-1); left?.level === node.level; left = stack.at(-1)) {
      stack.pop();
      node = { level: left.level + 1, index: left.index / 2, hash: nodeHash(left.hash, node.hash) };
      nodes.push(node);
    }
    stack.push(node);
  });
  return { nodes, root: hashOf(stack.map(({ hash }) => hash)) };
}

const splitOf = (length: number) => 2 ** Math.floor(Math.log2(length - 1));

/** The runs whose hashes prove that a leaf is in the tree, from its sibling upwards (RFC 6962, 2.1.1). */
export function inclusionRuns(index: number, size: number): Run[] {
  const runs: Run[] = [];
  for (let run: Run = { from: 0, to: size }; run.to - run.from > 1; ) {
    const middle = run.from + splitOf(run.to - run.from);
    const isLeft = index < middle;
    runs.unshift(isLeft ? { from: middle, to: run.to } : { from: run.from, to: middle });
    run = isLeft ? { from: run.from, to: middle } : { from: middle, to: run.to };
  }
  return runs;
}

/** The runs whose hashes prove that the tree of `size1` is the beginning of that of `size2` (RFC 6962, 2.1.2). */
export function consistencyRuns(size1: number, size2: number): Run[] {
  const runs: Run[] = [];
  let run: Run = { from: 0, to: size2 };
  // Whether the rest of the older tree is one complete subtree, so that the verifier already has its hash.
  let isKnown = true;
  while (size1 !== run.to) {
    const middle = run.from + splitOf(run.to - run.from);
    if (size1 <= middle) {
      runs.unshift({ from: middle, to: run.to });
      run = { from: run.from, to: middle };
    } else {
      runs.unshift({ from: run.from, to: middle });
      run = { from: middle, to: run.to };
      isKnown = false;
    }
  }
  return isKnown ? runs : [run, ...runs];
}

/** How many hashes a full tile contains. */
export const TILE_WIDTH = 256;
export type TileId = { level: number; index: number; width: number };

/**
 * Parses '<level>/<index>[.p/<width>]' of a tile's address (C2SP tlog-tiles), the index in groups of three digits such
 * as 'x001/x234/067'. Entry bundles have the level 'entries', which counts as 0. Undefined for other text.
 */
export function readTilePath(path: string): (TileId & { kind: 'tile' | 'entries' }) | undefined {
  const found = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!found) return undefined;
  const [, levelText = '', indexText = '', widthText] = found;
  const groups = indexText.split('/').map((group) => group.replace('x', ''));
  // A tile has only one address, so a leading group of zeros is refused.
  if (groups.length > 1 && groups[0] === '000') return undefined;
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const level = levelText === 'entries' ? 0 : Number(levelText);
  if (level > 63 || (widthText !== undefined && width >= TILE_WIDTH)) return undefined;
  return { kind: levelText === 'entries' ? 'entries' : 'tile', level, index: Number(groups.join('')), width };
}

/** The number of hashes of the tile in a tree of `size`. */
export function tileWidth({ level, index }: { level: number; index: number }, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}
