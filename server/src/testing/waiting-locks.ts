import type pg from 'pg';
import { expect } from 'vitest';

/** Waits until a transaction of this database waits for a lock. Other tests use other databases of the same server. */
export async function untilLocksWait(
  database: Pick<pg.Pool, 'query'>,
  kind: 'relation' | 'advisory',
): Promise<void> {
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await database.query(waiting, [kind])).rowCount).toBeGreaterThan(0);
}
