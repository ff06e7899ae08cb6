import { type Bytes, isEqual, sha256 } from './bytes.ts';

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** The hash of an entry (RFC 6962, 2.1). Its first byte tells it apart from the hashes inside the tree. */
export const leafHashOf = (entry: Uint8Array): Promise<Bytes> => sha256(LEAF, entry);
const nodeHashOf = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(NODE, left, right);

/** A Merkle tree that grows entry by entry (RFC 6962, 2.1). It stores only one hash for each level. */
export function growingTree() {
  const whole: { size: number; hash: Bytes }[] = [];
  let size = 0;
  return {
    async append(leafHash: Bytes): Promise<void> {
      let node = { size: 1, hash: leafHash };
      for (let left = whole.at(-1); left?.size === node.size; left = whole.at(-1)) {
        whole.pop();
        node = { size: 2 * node.size, hash: await nodeHashOf(left.hash, node.hash) };
      }
      whole.push(node);
      size += 1;
    },
    get size() {
      return size;
    },
    async root(): Promise<Bytes> {
      let root: Bytes | undefined;
      for (const { hash } of whole.toReversed()) root = root ? await nodeHashOf(hash, root) : hash;
      return root ?? sha256();
    },
  };
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isOdd = (value: number) => value % 2 === 1;
const half = (value: number) => Math.floor(value / 2);

/** Whether the tree with this root has the entry at `index` (RFC 9162, 2.1.3.2). */
export async function isIncluded(claim: {
  index: number;
  size: number;
  leafHash: Uint8Array;
  proof: Uint8Array[];
  root: Uint8Array;
}): Promise<boolean> {
  const { index, size, proof, root } = claim;
  if (!isCount(index) || !isCount(size) || index >= size || root.length !== 32) return false;
  let place = index;
  let last = size - 1;
  let hash = claim.leafHash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      hash = await nodeHashOf(sibling, hash);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else {
      hash = await nodeHashOf(hash, sibling);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0 && isEqual(hash, root);
}

/** Whether the larger tree begins with the smaller one (RFC 9162, 2.1.4.2). */
export async function isConsistent(claim: {
  size1: number;
  size2: number;
  root1: Uint8Array;
  root2: Uint8Array;
  proof: Uint8Array[];
}): Promise<boolean> {
  const { size1, size2, root1, root2, proof } = claim;
  if (!isCount(size1) || !isCount(size2) || size1 > size2) return false;
  // Every tree begins with the empty tree, so a proof from size 0 would prove nothing.
  if (size1 === 0) return false;
  if (size1 === size2) return proof.length === 0 && isEqual(root1, root2);
  const isWhole = Number.isInteger(Math.log2(size1));
  const path = isWhole ? [root1, ...proof] : proof;
  let [older, ...others] = path;
  if (proof.length === 0 || !older) return false;
  let newer = older;
  let place = size1 - 1;
  let last = size2 - 1;
  while (isOdd(place)) {
    place = half(place);
    last = half(last);
  }
  for (const hash of others) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      older = await nodeHashOf(hash, older);
      newer = await nodeHashOf(hash, newer);
      while (!isOdd(place) && place !== 0) {
        place = half(place);
        last = half(last);
      }
    } else {
      newer = await nodeHashOf(newer, hash);
    }
    place = half(place);
    last = half(last);
  }
  return last === 0 && isEqual(older, root1) && isEqual(newer, root2);
}
