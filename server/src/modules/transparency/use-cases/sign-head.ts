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

/** Signs a head as a checkpoint, and stores it with the key. After the commit the head is stored outside the database too. */
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
 * The last signed head, which /checkpoint serves. It is signed again if the log's key or name has changed, and signed
 * first if there is none. While the log is read-only nothing is signed, and a head signed by an older key is served.
 * @throws Problem `log_read_only` if the log is read-only and there is no signed head.
 */
export async function currentCheckpoint(ctx: TransparencyContext): Promise<SignedHead> {
  const { db } = ctx.platform;
  const known = await findCheckpoint(db.pool);
  const { key } = await ctx.signer();
  if (known && (await openNote(known.note, [key])) !== undefined) return known;
  if (known && !(await isWritable(ctx))) return known;
  return db.transaction(async (tx) => signHead(ctx, tx, unwrap(await lockWritable(ctx, tx))));
}

/**
 * Stores the newest head outside the database again at the start, because a process that ended between COMMIT and
 * storing left an older head there.
 */
export async function keepCheckpoint(ctx: TransparencyContext): Promise<void> {
  await ctx.keptHeads.keep(await currentCheckpoint(ctx));
}
