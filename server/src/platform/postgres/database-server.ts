import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable } from './database.ts';

/**
 * Whether the server is to archive its write-ahead log and its last try failed: it keeps all of it then, until its disk is full,
 * and nobody can go back to a moment since.
 */
export async function isArchiveFailing(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ failing: boolean }>(sql`
    SELECT current_setting('archive_mode') <> 'off'
      AND coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing
    FROM pg_stat_archiver`);
  return rows[0]?.failing ?? false;
}

/** A process opens so many connections besides POOL_SIZE: 5 of the job queue, 2 for sweeps and migrations, 1 that listens. */
const BESIDE_POOL = 8;

/**
 * A sentence where the server may not have room for all connections of this process; `own`: those that it has already. What
 * other processes will open some day is not known here.
 */
export async function crowdedServer(
  pool: pg.Pool,
  { poolSize, metricsToken, own }: { poolSize: number; metricsToken: string | undefined; own: number },
): Promise<string | undefined> {
  const needed = poolSize + BESIDE_POOL + (metricsToken ? 1 : 0);
  const { rows } = await pool.query<{ room: number; open: number }>(`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS room,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS open`);
  const { room = 0, open = 0 } = rows[0] ?? {};
  const others = Math.max(0, open - own);
  if (others + needed <= room) return undefined;
  return `PostgreSQL has room for ${room} connections, others have ${others}, and this process opens up to ${needed}: raise max_connections, or lower POOL_SIZE (docs/operations.md, "Limits of the database")`;
}
