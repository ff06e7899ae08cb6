import { SERVING_ROLE } from '../platform/postgres/serving-role.ts';
import type { TestApp } from './test-app.ts';
import { asOwner } from './test-database.ts';

/** The tables of orders, groups and their payments. */
const TABLES = [
  'group_test',
  'group_member',
  'group_share',
  'group_event',
  'payment',
  'payment_refund',
  'payment_event',
  'ledger_entry',
  'test_request',
  'request_event',
  'idempotency_key',
];

/**
 * Plays crashes of the application: at a chosen write the database breaks the connection and undoes the transaction. A
 * sequence counts the writes, because it is not undone.
 */
export async function crashingWrites(app: TestApp, tables = TABLES) {
  const { pool } = app.platform.db;
  await asOwner(
    app,
    `
    CREATE SEQUENCE writes_of_life MINVALUE -1000000 START 1;
    GRANT UPDATE ON SEQUENCE writes_of_life TO ${SERVING_ROLE};
    CREATE FUNCTION die_at_zero() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('writes_of_life') = 0 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$`,
  );
  for (const table of tables) {
    await asOwner(
      app,
      `CREATE TRIGGER may_die BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION die_at_zero()`,
    );
  }
  const set = (value: number) => pool.query("SELECT setval('writes_of_life', $1)", [value]);

  return {
    /** Breaks the connection at this write (1 is the next one). Returns the time, for `requeue`. */
    async at(write: number): Promise<Date> {
      await set(-write);
      const { rows } = await pool.query<{ now: Date }>('SELECT now()');
      return rows[0]?.now ?? new Date(0);
    },

    /** Whether a connection broke since `at`. Ends the crashes. */
    async over(): Promise<boolean> {
      const { rows } = await pool.query<{ last_value: number }>('SELECT last_value FROM writes_of_life');
      await set(1);
      return Number(rows[0]?.last_value) >= 0;
    },

    /**
     * What the job queue does after a crash: it repeats running jobs, and jobs that ended after `since`, as if their
     * end was never stored.
     */
    async requeue(since: Date): Promise<void> {
      await pool.query(
        `UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL, retry_count = 0
          WHERE state IN ('active', 'retry', 'failed')
            OR (state = 'completed' AND completed_on >= $1 AND name !~ '(mail|^sandbox)')`,
        [since],
      );
    },
  };
}
