import type pg from 'pg';

/** How many connections are needed besides POOL_SIZE: for jobs, migrations and notifications. */
const BESIDE_POOL = 8;

/** A warning if the server may have too few connections. `own`: how many this process has open. */
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
