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

/** Signs and stores the state (head) of the log. After the commit it is also kept outside the database. */
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
 * The last signed state (head) of the log, for /checkpoint. After a change of key or name it is signed again. While the
 * log is read-only, nothing is signed.
 * @throws Problem `log_read_only` if there is no signed state.
 */
export async function currentCheckpoint(ctx: TransparencyContext): Promise<SignedHead> {
  const { db } = ctx.platform;
  const known = await findCheckpoint(db.pool);
  const { key } = await ctx.signer();
  if (known && (await openNote(known.note, [key])) !== undefined) return known;
  if (known && !(await isWritable(ctx))) return known;
  return db.transaction(async (tx) => signHead(ctx, tx, unwrap(await lockWritable(ctx, tx))));
}

/** Keeps the newest signed state at the start, because the last process may have ended before it could. */
export async function keepCheckpoint(ctx: TransparencyContext): Promise<void> {
  await ctx.keptHeads.keep(await currentCheckpoint(ctx));
}
