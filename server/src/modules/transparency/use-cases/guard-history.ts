import { isEqual } from '@vialproof/contract/proof/bytes';
import type { Queryable } from '../../../platform/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { TransparencyContext } from '../transparency.context.ts';
import { hashOf, subtreesOf } from '../transparency.rules.ts';
import { listNodesIn, readHead } from '../transparency.store.ts';

/**
 * Why nothing may be appended: the log in the database does not begin with the newest head that was signed under its name.
 * Undefined when it does. A log that is ahead of that head is fine.
 */
export async function contradictionOf(
  { heads }: TransparencyContext,
  db: Queryable,
): Promise<string | undefined> {
  const kept = await heads.newest();
  if (kept === undefined) return undefined;
  if (kept === 'damaged')
    return 'The head of the log that is kept in DATA_DIR/keys or in the bucket cannot be read.';
  const head = await readHead(db);
  if (head.size < kept.size) {
    return `The log has ${head.size} entries, and a head of ${kept.size} was signed.`;
  }
  const root = hashOf(await listNodesIn(db, subtreesOf({ from: 0, to: kept.size })));
  return isEqual(root, kept.root)
    ? undefined
    : `The first ${kept.size} entries of the log are not those whose head was signed.`;
}

/** Refuses `log_read_only` while the log would sign a second history. */
export async function refuseSecondHistory(
  ctx: TransparencyContext,
  db: Queryable,
): Promise<Refusal | undefined> {
  return (await contradictionOf(ctx, db)) === undefined ? undefined : refuse('log_read_only');
}

/** Says in the server's log that the public log is read-only, why, and what to do; answers whether it is. */
export async function warnOfSecondHistory(ctx: TransparencyContext): Promise<boolean> {
  const { db, log, config } = ctx.platform;
  const reason = await contradictionOf(ctx, db.orm);
  if (reason === undefined) return false;
  log.error(
    { reason, origin: config.log.origin },
    'THE PUBLIC LOG IS READ-ONLY: this database is not the one that signed it. Publishing, amending, retracting and intake answer 503. Restore the newer database, or go on under another LOG_ORIGIN (docs/operations.md, "A log with two histories")',
  );
  return true;
}
