import { openNote } from '@vialproof/science/proof/signed-note';
import { afterCommit, type Tx } from '../../../platform/postgres/database.ts';
import { unwrap } from '../../../platform/refusal.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import {
  findCheckpoint,
  type Head,
  insertCheckpoint,
  insertKey,
  type SignedHead,
} from '../transparency.store.ts';
import { isWritable, lockWritable } from './compare-head.ts';

/** Signs a head as a checkpoint and stores it with its key; after the commit it is stored outside too. */
export async function signHead(ctx: TransparencyContext, tx: Tx, { size, root }: Head): Promise<SignedHead> {
  const signer = await ctx.signer();
  const at = ctx.platform.clock.now();
  const signed = { size, note: signer.sign({ size, root: new Uint8Array(root) }), at };
  await insertKey(tx, signer.verifierKey, at);
  await insertCheckpoint(tx, signed);
  await ctx.platform.publicCache.outdate(tx);
  afterCommit(tx, () => ctx.keptHeads.keep(signed));
  return signed;
}

/**
 * The last signed head, served at /checkpoint; signed again when the log's key or name has changed, and when there is
 * none. While the log is read-only nothing is signed, and the head of an older key is served.
 * @throws Problem `log_read_only` without a head then.
 */
export async function currentCheckpoint(ctx: TransparencyContext): Promise<SignedHead> {
  const { db } = ctx.platform;
  const known = await findCheckpoint(db.pool);
  const { key } = await ctx.signer();
  if (known && (await openNote(known.note, [key])) !== undefined) return known;
  if (known && !(await isWritable(ctx))) return known;
  return db.transaction(async (tx) => signHead(ctx, tx, unwrap(await lockWritable(ctx, tx))));
}

/** At the start: a process that ended between COMMIT and storing left an older head outside. */
export async function keepCheckpoint(ctx: TransparencyContext): Promise<void> {
  await ctx.keptHeads.keep(await currentCheckpoint(ctx));
}
