import { utf8 } from '@vialproof/science/proof/bytes';
import { writeTlogProof } from '@vialproof/science/proof/tlog-proof';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { hashesOf } from '../transparency.queries.ts';
import { consistencyRuns, inclusionRuns } from '../transparency.rules.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import { currentCheckpoint } from './sign-head.ts';

/** Proves that the log has the entry `index`, in the format C2SP tlog-proof, whose field "extra" is `extra` as JSON. */
export async function proveInclusion(
  ctx: TransparencyContext,
  index: number,
  extra: object,
): Promise<string> {
  const { size, note } = await currentCheckpoint(ctx);
  const hashes = await hashesOf(ctx, inclusionRuns(index, size));
  return writeTlogProof({ extra: utf8(JSON.stringify(extra)), index, hashes, checkpoint: note });
}

/** Proves that the log of size `from` is the beginning of the present one. Refusal: `not_found`. */
export async function proveConsistency(
  ctx: TransparencyContext,
  from: number,
): Promise<{ checkpoint: string; hashes: Uint8Array<ArrayBuffer>[] } | Refusal> {
  const { size, note } = await currentCheckpoint(ctx);
  if (from < 1 || from > size) return refuse('not_found');
  return { checkpoint: note, hashes: await hashesOf(ctx, consistencyRuns(from, size)) };
}
