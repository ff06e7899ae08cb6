import type { Queryable, Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { KeptHead } from '../adapters/kept-heads.ts';
import { continues, subtreesOf } from '../transparency.rules.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import { findHead, type Head, listNodesIn, lockHead } from '../transparency.store.ts';

const ADVICE =
  'Publishing, amending, retracting and intake are refused, everything else runs. Restore the newer database, or give the log another name with LOG_ORIGIN: docs/operations.md, "A log that is read-only"';

/**
 * Locks the log for writing. Refusals: `log_read_only` if it is older than a kept signed state, `unavailable` if these
 * cannot be read.
 */
export async function lockWritable(ctx: TransparencyContext, tx: Tx): Promise<Head | Refusal> {
  const kept = await ctx.keptHeads.read();
  if (isRefusal(kept)) return kept;
  const head = await lockHead(tx);
  return (await judge(ctx, tx, kept, head)) ?? head;
}

/** Refuses with `log_read_only` if the log is older than a kept signed state. */
export async function refuseReadOnly(ctx: TransparencyContext): Promise<Refusal | undefined> {
  return ctx.standing.isReadOnly ? compareNow(ctx) : undefined;
}

/** Whether the log may grow, as far as this process knows. */
export async function isWritable(ctx: TransparencyContext): Promise<boolean> {
  return (await compareNow(ctx)) === undefined;
}

async function compareNow(ctx: TransparencyContext): Promise<Refusal | undefined> {
  const { orm } = ctx.platform.db;
  const kept = await ctx.keptHeads.read();
  return isRefusal(kept) ? kept : judge(ctx, orm, kept, await findHead(orm));
}

/** One sentence for each kept signed state that the log does not contain. */
export async function keptFaults(
  ctx: TransparencyContext,
  db: Queryable,
  kept: KeptHead[],
  { size }: Head,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { place, head } of kept) {
    if (!head) {
      faults.push(`${place} is damaged: it holds no head of ${ctx.platform.config.log.origin}.`);
    } else if (head.size > size) {
      faults.push(`${place}: a head of ${head.size} entries was signed, and the database holds ${size}.`);
    } else if (!continues(head, await listNodesIn(db, subtreesOf({ from: 0, to: head.size })))) {
      faults.push(`${place}: the first ${head.size} entries of the database are not those that were signed.`);
    }
  }
  return faults;
}

/** Compares the log with the kept signed states. Logs when the result changes. */
async function judge(
  ctx: TransparencyContext,
  db: Queryable,
  kept: KeptHead[],
  head: Head,
): Promise<Refusal | undefined> {
  const { log } = ctx.platform;
  const { standing } = ctx;
  const faults = await keptFaults(ctx, db, kept, head);
  const isReadOnly = faults.length > 0;
  if (isReadOnly && !standing.isReadOnly) {
    log.error({ faults }, `the public log is read-only: ${faults.join(' ')} ${ADVICE}`);
  }
  if (!isReadOnly && standing.isReadOnly) log.warn('the public log is no longer read-only');
  standing.isReadOnly = isReadOnly;
  return isReadOnly ? refuse('log_read_only') : undefined;
}

/** Whether the log is older than a signed state that was kept outside the database. */
export const isReadOnly = ({ standing }: TransparencyContext): boolean => standing.isReadOnly;
