import { isEqual, utf8 } from '@vialproof/science/proof/bytes';
import { readNote } from '@vialproof/science/proof/signed-note';
import { readCheckpoint } from '@vialproof/science/proof/tlog-proof';
import { unwrap } from '../../../platform/refusal.ts';
import { grow, hashOf, leafHash, type Node, type NodeId, subtreesOf } from '../transparency.rules.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import { findHead, listCheckpointsAfter, listEntries, listNodes } from '../transparency.store.ts';
import { keptFaults } from './compare-head.ts';

const PAGE = 1_000;

const idOf = ({ level, index }: NodeId) => `${level}/${index}`;

/**
 * Computes all hashes of the log again, and compares them with the stored and the signed ones. Gives one sentence for
 * each difference.
 */
export async function* checkLog(ctx: TransparencyContext): AsyncGenerator<string> {
  const { orm, pool } = ctx.platform.bulkDb;
  // The kept states are read before the log, so that none of them can be newer.
  const kept = unwrap(await ctx.keptHeads.read());
  const head = await findHead(orm);
  let edge = new Map<string, Uint8Array>();
  for (let size = 0; size < head.size; ) {
    const entries = await listEntries(pool, size, Math.min(PAGE, head.size - size));
    const gap = entries.findIndex(({ idx }, place) => idx !== size + place);
    if (entries.length === 0 || gap >= 0) {
      yield `The log lacks entry ${size + Math.max(gap, 0)}.`;
      return;
    }
    const leaves = entries.map(({ body }) => leafHash(utf8(body)));
    const { nodes } = grow(size, pick(edge, size), leaves);
    yield* differingNodes(ctx, nodes);
    size += entries.length;
    edge = edgeAfter(size, edge, nodes);
  }
  const root = hashOf(pick(edge, head.size));
  if (!isEqual(root, head.root)) {
    yield `The head of the log is not the root of its ${head.size} entries.`;
    return;
  }
  yield* await keptFaults(ctx, ctx.platform.bulkDb.orm, kept, head);
  yield* strayCheckpoints(ctx, head.size);
}

const pick = (edge: Map<string, Uint8Array>, size: number): Uint8Array[] =>
  subtreesOf({ from: 0, to: size }).map((id) => edge.get(idOf(id)) ?? new Uint8Array());

function edgeAfter(size: number, before: Map<string, Uint8Array>, nodes: Node[]): Map<string, Uint8Array> {
  const known = new Map([...before, ...nodes.map((node) => [idOf(node), node.hash] as const)]);
  const wanted = subtreesOf({ from: 0, to: size }).map(idOf);
  return new Map(wanted.map((id) => [id, known.get(id) ?? new Uint8Array()]));
}

async function* differingNodes({ platform }: TransparencyContext, nodes: Node[]): AsyncGenerator<string> {
  const stored = await listNodes(platform.bulkDb.pool, nodes);
  const isWhole = stored.length === nodes.length;
  for (const [place, node] of nodes.entries()) {
    const hash = isWhole ? stored[place] : (await listNodes(platform.bulkDb.pool, [node]))[0];
    if (!hash) yield `The log lacks node ${idOf(node)}.`;
    else if (!isEqual(hash, node.hash)) yield `Node ${idOf(node)} of the log is not the hash of its entries.`;
  }
}

/** One sentence for each signed state that does not belong to this log. */
async function* strayCheckpoints({ platform }: TransparencyContext, size: number): AsyncGenerator<string> {
  const { pool } = platform.bulkDb;
  for (let after = 0; ; ) {
    const page = await listCheckpointsAfter(pool, after, PAGE);
    for (const checkpoint of page) {
      after = checkpoint.id;
      // This state was signed after the log was read.
      if (checkpoint.size > size) continue;
      const said = readCheckpoint(readNote(checkpoint.note)?.text ?? '');
      const root = hashOf(await listNodes(pool, subtreesOf({ from: 0, to: checkpoint.size })));
      if (!said || said.size !== checkpoint.size || !isEqual(said.root, root)) {
        yield `The head of size ${checkpoint.size} signed at ${checkpoint.at.toISOString()} is of another log.`;
      }
    }
    if (page.length < PAGE) return;
  }
}
