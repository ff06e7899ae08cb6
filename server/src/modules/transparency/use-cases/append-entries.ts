import { utf8 } from '@vialproof/science/proof/bytes';
import { canonicalEntry, type LogEntry } from '@vialproof/science/proof/log-entry';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { grow, leafHash, subtreesOf } from '../transparency.rules.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import { insertEntries, listNodesIn, lockHead } from '../transparency.store.ts';
import { lockWritable } from './compare-head.ts';
import { signHead } from './sign-head.ts';

/** Locks the log, so that no other transaction adds entries. */
export async function lockLog(_ctx: TransparencyContext, tx: Tx): Promise<void> {
  await lockHead(tx);
}

/**
 * Adds entries to the locked log. Returns their numbers. Refusal: `log_read_only` if the log does not continue the
 * signed one.
 */
export async function appendEntries(
  ctx: TransparencyContext,
  tx: Tx,
  entries: LogEntry[],
): Promise<number[] | Refusal> {
  if (entries.length === 0) return [];
  const head = await lockWritable(ctx, tx);
  if (isRefusal(head)) return head;
  const { size } = head;
  const edge = await listNodesIn(tx, subtreesOf({ from: 0, to: size }));
  const bodies = entries.map(canonicalEntry);
  const leaves = bodies.map((body) => leafHash(utf8(body)));
  const { nodes, root } = grow(size, edge, leaves);
  await insertEntries(tx, { bodies, from: size, nodes, root });
  await signHead(ctx, tx, { size: size + entries.length, root });
  return entries.map((_, place) => size + place);
}
