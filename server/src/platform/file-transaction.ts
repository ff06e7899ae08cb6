import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';
import type { Platform } from './platform.ts';
import { isRefusal } from './refusal.ts';

export type FileChanges = {
  /** Stores a file that stays only when the transaction is committed. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Removes a file once the transaction is committed. */
  discard(key: string): void;
};

type Fate = 'committed' | 'aborted' | 'unknown';

/** Between two questions about a transaction that the database has not given up yet, in milliseconds. */
const ASKED_AGAIN_MS = [0, 50, 200, 800];

/**
 * A transaction that also writes files: rows never point at a file that is missing, and what was stored for a
 * transaction that did not happen is removed again. When the connection ends at the COMMIT the database is asked what
 * became of it; where it cannot say, the files stay, and the log names them.
 */
export async function transactionWithFiles<T>(
  { db, files, log }: { db: Database } & Pick<Platform, 'files'> & { log: Pick<Platform['log'], 'error'> },
  work: (tx: Tx, changes: FileChanges) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  let discarded: string[] = [];
  let transactionId: string | undefined;
  /** From here on it is the COMMIT that fails, if anything does. */
  let isWorkDone = false;

  const changesIn = (tx: Tx): FileChanges => ({
    async put(key, bytes, contentType) {
      transactionId ??= await idOf(tx);
      stored.push(key);
      await files.put(key, bytes, contentType);
    },
    discard: (key) => discarded.push(key),
  });
  const removeAll = async (keys: string[]) => {
    for (const key of keys.splice(0)) {
      await files
        .remove(key)
        .catch((error: unknown) => log.error({ err: error, key }, 'a file could not be removed'));
    }
  };

  try {
    const outcome = await db.transaction(async (tx) => {
      // A second try after a deadlock begins anew.
      await removeAll(stored);
      discarded = [];
      transactionId = undefined;
      isWorkDone = false;
      const value = await work(tx, changesIn(tx));
      if (discarded.length > 0) transactionId ??= await idOf(tx);
      isWorkDone = !isRefusal(value);
      return value;
    });
    await removeAll(isRefusal(outcome) ? stored : discarded);
    return outcome;
  } catch (error) {
    const fate = isWorkDone && transactionId ? await fateOf(db, transactionId) : 'aborted';
    if (fate === 'aborted') await removeAll(stored);
    else if (fate === 'committed') await removeAll(discarded);
    else
      log.error(
        { err: error, keys: [...stored, ...discarded] },
        'files of a transaction whose end is unknown stay',
      );
    throw error;
  }
}

async function idOf(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT pg_current_xact_id()::text AS id`);
  return rows[0]?.id ?? '';
}

/** What became of a transaction, asked on another connection. */
async function fateOf(db: Database, id: string): Promise<Fate> {
  try {
    for (const wait of ASKED_AGAIN_MS) {
      // A database that has not noticed yet that the connection is gone still holds the transaction open.
      if (wait > 0) await pause(wait);
      const { rows } = await db.orm.execute<{ status: string | null }>(
        sql`SELECT pg_xact_status(${id}::xid8) AS status`,
      );
      const status = rows[0]?.status;
      if (status === 'committed' || status === 'aborted') return status;
    }
  } catch {
    // Then nobody can say it now.
  }
  return 'unknown';
}
