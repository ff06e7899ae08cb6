import { createHash } from 'node:crypto';

/** The `index`-th group of 2^level entries, whose hash is stored. */
export type NodeId = { level: number; index: number };
export type Node = NodeId & { hash: Uint8Array };
/** Entries from `from` to before `to`. */
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

/** The largest complete groups in a part of the log. Their hashes are stored, and proofs are made of them. */
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

/** The hash of a part from the hashes of its groups. */
export function hashOf(subtrees: Uint8Array[]): Uint8Array {
  return (
    subtrees.reduceRight<Uint8Array | undefined>(
      (right, left) => (right ? nodeHash(left, right) : left),
      undefined,
    ) ?? EMPTY_ROOT
  );
}

/**
 * Whether a log with this `size` and `root` is the beginning of a longer log. `edge`: hashes of the longer log's groups
 * up to `size`.
 */
export function continues({ size, root }: { size: number; root: Uint8Array }, edge: Uint8Array[]): boolean {
  const isWhole = edge.length === subtreesOf({ from: 0, to: size }).length;
  return isWhole && Buffer.from(hashOf(edge)).equals(root);
}

/** Adds entries to a log of `size`; returns the new hashes and the root. */
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

/** The parts of the log whose hashes prove that it has an entry (RFC 6962, 2.1.1). */
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

/** The parts of the log whose hashes prove that a shorter log is its beginning (RFC 6962, 2.1.2). */
export function consistencyRuns(size1: number, size2: number): Run[] {
  const runs: Run[] = [];
  let run: Run = { from: 0, to: size2 };
  // Whether the reader of the proof already has this hash.
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

/** The number of hashes in a full file (tile) of the log. */
export const TILE_WIDTH = 256;
export type TileId = { level: number; index: number; width: number };

/**
 * Reads the path of a file (tile) of the log, '<level>/<index>[.p/<width>]' (C2SP tlog-tiles). Undefined for other
 * texts.
 */
export function readTilePath(path: string): (TileId & { kind: 'tile' | 'entries' }) | undefined {
  const found = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!found) return undefined;
  const [, levelText = '', indexText = '', widthText] = found;
  const groups = indexText.split('/').map((group) => group.replace('x', ''));
  // Each file has only one address, so zeros at the beginning are refused.
  if (groups.length > 1 && groups[0] === '000') return undefined;
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const level = levelText === 'entries' ? 0 : Number(levelText);
  if (level > 63 || (widthText !== undefined && width >= TILE_WIDTH)) return undefined;
  return { kind: levelText === 'entries' ? 'entries' : 'tile', level, index: Number(groups.join('')), width };
}

/** How many hashes the file has in a log of this `size`. */
export function tileWidth({ level, index }: { level: number; index: number }, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}
