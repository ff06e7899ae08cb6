import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentsOf } from '../../testing/installation.ts';
import { lastVersionDatabase, laterMigrations } from '../../testing/last-version.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { isFormerPublicTable } from './last-version.ts';
import { isSchemaFit, migrate } from './migrate.ts';
import { describeSchema } from './schema-description.ts';

async function open(url: string): Promise<pg.Pool> {
  const db = openDatabase(url);
  onTestFinished(() => db.close());
  return db.pool;
}

async function lastVersion() {
  const url = await lastVersionDatabase();
  return { url, pool: await open(url) };
}

async function schemaOf(pool: pg.Pool): Promise<Map<string, string>> {
  const client = await pool.connect();
  try {
    return await describeSchema(client);
  } finally {
    client.release();
  }
}

/** Tables that a later migration changed. */
const MOVED = ['maker', 'maker_spelling', 'batch', 'batch_spelling'];

/** The rows that stay when a database of the last old version is updated. */
async function keptRows(url: string): Promise<Record<string, string>> {
  const all = Object.entries(await contentsOf(url));
  const aside = ['schema_migration', 'sequences', 'triggers', 'constraints', ...MOVED];
  return Object.fromEntries(all.filter(([name]) => !isFormerPublicTable(name) && !aside.includes(name)));
}

describe('a database of the last old version is taken over', () => {
  it('a taken-over database has the new schema and its old rows', async () => {
    const { url, pool } = await lastVersion();
    const before = await keptRows(url);
    expect(await isSchemaFit((text) => pool.query(text))).toBe(false);
    expect(await migrate(pool)).toEqual({ applied: await laterMigrations(), tookOver: true });
    expect(await contentsOf(url)).toMatchObject(before);
    expect(before.certificate).toMatch(/^1 /);
    expect(await schemaOf(pool)).toEqual(await schemaOf(await open(await testDatabase())));
    expect((await pool.query('SELECT FROM public_test')).rows).toEqual([]);
    expect((await pool.query('SELECT id, kind FROM good')).rows).toEqual([
      { id: '00000000-0000-4000-8000-000000000020', kind: 'order' },
    ]);
    expect((await pool.query("SELECT to_regnamespace('vialproof_baseline') AS scratch")).rows).toEqual([
      { scratch: null },
    ]);
    expect(await isSchemaFit((text) => pool.query(text))).toBe(true);
    expect(await migrate(pool)).toEqual({ applied: [], tookOver: false });
  });

  it('a taken-over database stores for each request whether its result is public', async () => {
    const { pool } = await lastVersion();
    await pool.query('INSERT INTO request_subject (request_id) SELECT id FROM test_request');
    await migrate(pool);
    expect((await pool.query('SELECT is_shown FROM request_subject')).rows).toEqual([{ is_shown: true }]);
  });

  it('if two processes start together, one of them takes the database over', async () => {
    const { url, pool } = await lastVersion();
    const both = await Promise.all([migrate(pool), migrate(await open(url))]);
    expect(both.map(({ tookOver }) => tookOver).sort()).toEqual([false, true]);
  });

  it('a database with a changed schema is refused with a list of the differences', async () => {
    const { url, pool } = await lastVersion();
    await pool.query('DROP INDEX payment_customer; ALTER TABLE user_account ADD COLUMN shoe_size text');
    const refused = async (found: string) => {
      const before = await contentsOf(url);
      await expect(migrate(pool)).rejects.toThrow(
        `The database is not as the last version (commit bffe2249 of 27 November 2026) made it: ${found}. Nothing was changed.`,
      );
      expect(await contentsOf(url)).toEqual(before);
    };
    await refused('index payment_customer is missing; column user_account.shoe_size was added');
    await pool.query('CREATE TABLE note (id integer, a text, b text, c text)');
    await refused(
      'index payment_customer is missing; table note was added; column note.a was added; column note.b was added; column note.c was added, and 2 more',
    );
  });

  it('a database with unreadable old rows is refused with their number', async () => {
    const { url, pool } = await lastVersion();
    await pool.query(
      'BEGIN; SET LOCAL session_replication_role = replica; UPDATE certificate SET result_json = NULL; COMMIT',
    );
    const before = await contentsOf(url);
    await expect(migrate(pool)).rejects.toThrow(
      '1 row of the table certificate came from a version before commit bffe2249 of 27 November 2026, and this one does not read them.',
    );
    expect(await contentsOf(url)).toEqual(before);
  });

  it('if the take-over waits too long or is killed, the database stays unchanged', async () => {
    const { url, pool } = await lastVersion();
    const before = await contentsOf(url);
    const reader = await pool.connect();
    await reader.query('BEGIN; LOCK TABLE dossier_value IN ACCESS SHARE MODE');
    await expect(migrate(pool, { lockTimeoutMs: 50 })).rejects.toThrow(
      'The take-over of the database of the last version waited 50 ms for a table that somebody uses. Nothing was changed.',
    );
    const killed = expect(migrate(pool)).rejects.toThrow(/terminat/);
    const victim = () =>
      reader.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
    await expect.poll(async () => (await victim()).rowCount).toBe(1);
    await killed;
    await reader.query('ROLLBACK');
    reader.release();
    expect(await contentsOf(url)).toEqual(before);
    expect(await migrate(pool)).toEqual({ applied: await laterMigrations(), tookOver: true });
  });
});

it('a database of a still older version is refused, and the message names the version to start first', async () => {
  const { url, pool } = await lastVersion();
  for (const statement of [
    "UPDATE schema_migration SET sha256 = 'x' WHERE version = 67",
    'DELETE FROM schema_migration WHERE version > 60',
    'DELETE FROM schema_migration WHERE version > 1; ALTER TABLE schema_migration DROP COLUMN needs_version',
  ]) {
    await pool.query(statement);
    const before = await contentsOf(url);
    await expect(migrate(pool)).rejects.toThrow(
      'The database is of a version before the last one that this one takes over (commit bffe2249 of 27 November 2026). Start that one on it first, once, and then this one.',
    );
    expect(await contentsOf(url)).toEqual(before);
  }
});
