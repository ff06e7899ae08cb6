import type { Tx } from './database.ts';
import type { Platform } from './platform.ts';
import { isRefusal } from './refusal.ts';

export type FileChanges = {
  /** Stores a file that stays only when the transaction is committed. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Removes a file once the transaction is committed. */
  discard(key: string): void;
};

/**
 * A transaction that also writes files: rows never point at a file that is missing, and what was stored for a
 * transaction that did not happen is removed again.
 */
export async function transactionWithFiles<T>(
  { db, files, log }: Pick<Platform, 'db' | 'files' | 'log'>,
  work: (tx: Tx, changes: FileChanges) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  let discarded: string[] = [];
  const changes: FileChanges = {
    async put(key, bytes, contentType) {
      stored.push(key);
      await files.put(key, bytes, contentType);
    },
    discard: (key) => discarded.push(key),
  };
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
      return work(tx, changes);
    });
    await removeAll(isRefusal(outcome) ? stored : discarded);
    return outcome;
  } catch (error) {
    await removeAll(stored);
    throw error;
  }
}
