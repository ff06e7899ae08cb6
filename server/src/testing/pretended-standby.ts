import pg from 'pg';
import { laboratoryDatabase, ownerUrlOf } from './test-database.ts';

/** Functions that hide those of PostgreSQL, because a server for tests writes too little log for a real standby. */
const FUNCTIONS = `
  CREATE SCHEMA standby;
  CREATE TABLE standby.state (is_standby boolean NOT NULL, of name NOT NULL, stopped_at pg_lsn);
  INSERT INTO standby.state VALUES (true, '', NULL);
  CREATE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT is_standby FROM standby.state';
  CREATE FUNCTION standby.current_database() RETURNS name LANGUAGE sql AS 'SELECT of FROM standby.state';
  CREATE FUNCTION standby.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql
    AS 'SELECT coalesce(stopped_at, pg_current_wal_insert_lsn()) FROM standby.state';
  GRANT USAGE ON SCHEMA standby TO vialproof_app;
  GRANT SELECT ON standby.state TO vialproof_app`;

/**
 * A copy of the database of `labApp` that says it is its standby, and that it has replayed everything. Its rows stay as
 * they are, so an answer shows where it was read.
 */
export async function pretendedStandby() {
  const own = await laboratoryDatabase();
  const url = new URL(own);
  url.searchParams.set('options', '-c search_path=standby,pg_catalog,public');

  /** Runs statements as the owner. */
  async function run(statements: string, values?: unknown[]): Promise<void> {
    const client = new pg.Client({ connectionString: ownerUrlOf(own) });
    await client.connect();
    await client.query(statements, values).finally(() => client.end());
  }
  await run(FUNCTIONS);

  return {
    url: url.href,
    run,
    /** Makes it the standby of this database. */
    follow: (databaseUrl: string) =>
      run('UPDATE standby.state SET of = $1', [new URL(databaseUrl).pathname.slice(1)]),
    /** Replays nothing more. */
    stop: () => run('UPDATE standby.state SET stopped_at = pg_current_wal_insert_lsn()'),
    goOn: () => run('UPDATE standby.state SET stopped_at = NULL'),
    promote: () => run('UPDATE standby.state SET is_standby = false'),
  };
}
