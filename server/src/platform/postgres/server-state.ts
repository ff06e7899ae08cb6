import { sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/** A standby as the primary sees it. `state` is hidden, and the lag unknown, without the rights of pg_read_all_stats. */
type Standby = {
  name: string;
  state: string;
  lagSeconds: number | undefined;
  lagBytes: number | undefined;
};

/** The state of this PostgreSQL. Numbers that do not apply are undefined. */
export async function readServerState(db: Queryable) {
  const { rows } = await db.execute<{ bytes: number; read_only: number }>(
    sql`SELECT pg_database_size(current_database())::float8 AS bytes,
      (current_setting('transaction_read_only') = 'on')::int AS read_only`,
  );
  const [row] = rows;
  return {
    databaseBytes: row?.bytes,
    isReadOnly: row?.read_only,
    ...(await readArchive(db)),
    standbys: await listStandbys(db),
  };
}

/** The position up to which the log (WAL) is written. A standby writes none. */
const WRITTEN = sql`CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END`;
/** Where the segment ends that was archived last: its name is timeline, upper half of the position, and number. */
const ARCHIVED = sql`CASE WHEN last_archived_wal ~ '^[0-9A-F]{24}' THEN
  ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296
  + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 1) * pg_size_bytes(current_setting('wal_segment_size'))
  END`;

/** Whether PostgreSQL archives its log (WAL), and how far it is. If it cannot, it keeps the log until the disk is full. */
export async function readArchive(db: Queryable) {
  const { rows } = await db.execute<{ failing: boolean; seconds: number | null; waiting: number | null }>(sql`
      SELECT archives AND coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
        CASE WHEN archives THEN extract(epoch FROM now() - last_archived_time)::float8 END AS seconds,
        CASE WHEN archives THEN greatest(0, pg_wal_lsn_diff(${WRITTEN}, '0/0') - ${ARCHIVED})::float8 END AS waiting
      FROM pg_stat_archiver, current_setting('archive_mode') AS mode, LATERAL (SELECT mode <> 'off') AS _(archives)`);
  const [row] = rows;
  return {
    archiveFails: Number(row?.failing ?? false),
    archiveSeconds: row?.seconds ?? undefined,
    archiveWaitingBytes: row?.waiting ?? undefined,
  };
}

/** Who receives the log. A base backup does so too, but only for a while. */
async function listStandbys(db: Queryable): Promise<Standby[]> {
  const { rows } = await db.execute<{
    name: string;
    state: string | null;
    seconds: number | null;
    bytes: number | null;
  }>(sql`
    SELECT application_name AS name, state, extract(epoch FROM replay_lag)::float8 AS seconds,
      pg_wal_lsn_diff(${WRITTEN}, replay_lsn)::float8 AS bytes
    FROM pg_stat_replication WHERE application_name <> 'pg_basebackup' ORDER BY application_name, pid`);
  return rows.map(({ name, state, seconds, bytes }) => ({
    name,
    state: state ?? 'hidden',
    // PostgreSQL gives no lag once a standby has everything.
    lagSeconds: seconds ?? (bytes === 0 ? 0 : undefined),
    lagBytes: bytes ?? undefined,
  }));
}
