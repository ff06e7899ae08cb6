import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { asOwner, emptyDatabase, ownerUrlOf, testDatabase } from '../../testing/test-database.ts';
import { untilLocksWait } from '../../testing/waiting-locks.ts';
import { openDatabase } from './database.ts';
import { isSchemaFit, migrate, NewerDatabase, readMigrations } from './migrate.ts';

async function database(url: Promise<string>) {
  const db = openDatabase(await url);
  onTestFinished(() => db.close());
  return db.pool;
}

describe('migrations change the database completely or not at all', () => {
  it('migrations bring an empty database to the newest or a chosen version', async () => {
    const pool = await database(emptyDatabase());
    const all = await readMigrations();
    const { applied } = await migrate(pool, { through: 5 });
    expect(applied).toEqual(all.filter(({ version }) => version <= 5).map(({ name }) => name));
    expect(await isSchemaFit((text) => pool.query(text))).toBe(false);
    await migrate(pool);
    expect(await isSchemaFit((text) => pool.query(text))).toBe(true);
    expect(await migrate(pool)).toEqual({ applied: [], tookOver: false });
  });

  it('each column that refers to an account has an index, so that deleting one reads no whole table', async () => {
    const pool = await database(testDatabase().then(ownerUrlOf));
    const { rows } = await pool.query<{ without: string }>(`
      SELECT format('%s.%s', conrelid::regclass, attname) AS without
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND confrelid = 'user_account'::regclass AND NOT EXISTS (
        SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = attnum
          AND coalesce(pg_get_expr(indpred, indrelid), '') IN ('', format('(%I IS NOT NULL)', attname)))
      ORDER BY 1`);
    expect(rows.map(({ without }) => without)).toEqual([]);
  });

  it('migrations of a newer release stop older processes only if they say so', async () => {
    const app = await testApp();
    const { pool } = app.platform.db;
    // The test application runs jobs only when asked, so only the tables matter.
    const migrations = async () => (await app.request<{ migrations: boolean }>('/readyz')).body.migrations;
    const later = (version: number, needs: number) =>
      asOwner(
        app,
        'INSERT INTO schema_migration (version, name, sha256, needs_version) VALUES ($1, $2, $3, $4)',
        [version, `${version}_later.sql`, 'x', needs],
      );
    await later(9001, 0);
    expect([await migrate(pool), await migrations()]).toEqual([{ applied: [], tookOver: false }, true]);
    await later(9002, 9001);
    await expect(migrate(pool)).rejects.toThrow(NewerDatabase);
    await expect(migrate(pool)).rejects.toThrow('9002_later.sql');
    expect(await migrations()).toBe(false);
  });

  it('a database without some migrations is reported as unfit', async () => {
    const pool = await database(testDatabase().then(ownerUrlOf));
    await pool.query(
      'DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)',
    );
    expect(await isSchemaFit((text) => pool.query(text))).toBe(false);
  });

  it('a migration that was changed after it ran is refused', async () => {
    const pool = await database(testDatabase().then(ownerUrlOf));
    await pool.query("UPDATE schema_migration SET sha256 = 'x' WHERE version = 12");
    await expect(migrate(pool)).rejects.toThrow(
      /^Migration 0012_results.sql was changed after it had been applied\. .* delete DATA_DIR .*, or restore a backup/,
    );
  });

  it('a failed migration is named and changes nothing', async () => {
    const pool = await database(emptyDatabase());
    await migrate(pool, { through: 15 });
    // The next migration fails, because a table already has this name.
    await pool.query('CREATE TABLE certificate_file (id integer)');
    await expect(migrate(pool)).rejects.toThrow(
      /^Migration 0016_certificates.sql failed: .*certificate_file.* Nothing of it was applied; those before it stay.$/,
    );
    const { rows } = await pool.query("SELECT to_regclass('signing_certificate') AS made");
    expect(rows).toEqual([{ made: null }]);
    await pool.query('DROP TABLE certificate_file');
    expect((await migrate(pool)).applied).toContain('0016_certificates.sql');
  });

  it('a migration stops waiting for a table that is in use, and can be started again', async () => {
    const pool = await database(emptyDatabase());
    await migrate(pool, { through: 15 });
    const client = await pool.connect();
    await client.query('BEGIN; LOCK TABLE test_request IN ACCESS EXCLUSIVE MODE');
    await expect(migrate(pool, { lockTimeoutMs: 50 })).rejects.toThrow(
      'Migration 0016_certificates.sql waited 50 ms for a table that somebody uses.',
    );
    await client.query('ROLLBACK');
    client.release();
    expect((await migrate(pool)).applied).toContain('0016_certificates.sql');
  });

  it('a migration of indexes locks one table at a time, and goes on where it has stopped', async () => {
    const pool = await database(emptyDatabase());
    await migrate(pool, { through: 28 });
    const client = await pool.connect();
    await client.query('BEGIN; LOCK TABLE security_event IN ROW EXCLUSIVE MODE');
    await expect(migrate(pool, { lockTimeoutMs: 50 })).rejects.toThrow(
      'Migration 0029_platform.sql waited 50 ms for a table that somebody uses. What it has built stays. Try again.',
    );
    const migrated = migrate(pool);
    await untilLocksWait(pool, 'relation');
    // Its first index is the one of account_code.
    await client.query(
      "SET LOCAL lock_timeout = '5s'; LOCK TABLE account_code IN ROW EXCLUSIVE MODE; COMMIT",
    );
    client.release();
    expect((await migrated).applied).toEqual(['0029_platform.sql']);
  });
});
