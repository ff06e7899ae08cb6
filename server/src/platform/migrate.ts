import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { isDatabaseDown, sqlState } from './database.ts';
import { StartupProblem } from './startup-problem.ts';

const DIRECTORY = fileURLToPath(new URL('../../database/migrations/', import.meta.url));
/** Any fixed number: instances that start together wait for each other here. */
const LOCK = 7_239_114;

const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

type Migration = {
  version: number;
  name: string;
  text: string;
  sha256: string;
  /** The migration that a process must know to work with the database after this one; 0: it only adds. */
  needs: number;
};

/** The migrations of this checkout in order: `0001_name.sql`, … */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(DIRECTORY + name, 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const needs = Number(/^-- needs (\d{4})$/m.exec(text)?.[1] ?? 0);
      return { version: Number(name.slice(0, 4)), name, text, sha256, needs };
    }),
  );
}

/** The names of this checkout's migrations that the database lacks. */
export async function missingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  const applied = new Set(rows.map(({ name }) => name));
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
}

/** The database holds migrations that this checkout does not know and cannot work with. */
export class NewerDatabase extends Error {}

type Applied = { version: number; name: string; sha256: string; needs_version?: number };

/**
 * The newer migration that keeps this checkout from working with the database: one that says so (`-- needs 0030`: processes
 * that know migration 30). Any other only adds, and an older release goes on beside it.
 */
function findIncompatible(applied: Applied[], newest: number): Applied | undefined {
  return applied.find(({ version, needs_version: needs = 0 }) => version > newest && needs > newest);
}

/** Whether this checkout can work with the database as it is: nothing is missing, and nothing newer keeps it out. */
export async function isSchemaFit(query: (text: string) => Promise<{ rows: Applied[] }>): Promise<boolean> {
  // Not by name: before the first start of this release the table has no column `needs_version`.
  const { rows } = await query('SELECT * FROM schema_migration');
  const known = await readMigrations();
  const versions = new Set(rows.map(({ version }) => version));
  return (
    known.every(({ version }) => versions.has(version)) &&
    findIncompatible(rows, known.at(-1)?.version ?? 0) === undefined
  );
}

/**
 * Brings the database to this checkout's newest migration, or to the version `through`; each in its own transaction. What
 * the database holds beyond it stays, when it only adds.
 * @throws NewerDatabase when a newer migration keeps this checkout out; StartupProblem with the name of a file that failed.
 */
export async function migrate(
  pool: pg.Pool,
  { through = Number.POSITIVE_INFINITY, lockTimeoutMs = LOCK_TIMEOUT_MS } = {},
): Promise<{ applied: string[] }> {
  const migrations = (await readMigrations()).filter(({ version }) => version <= through);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const before = await prepareTable(client);
    const newest = migrations.at(-1)?.version ?? 0;
    const ahead = findIncompatible(before, newest);
    if (ahead) {
      throw new NewerDatabase(
        `The database was used by a newer version of Vialproof (it holds ${ahead.name}). Update this checkout, or point DATA_DIR or DATABASE_URL elsewhere.`,
      );
    }
    const done = new Map(before.map((row) => [row.version, row]));
    const applied: string[] = [];
    for (const migration of migrations) {
      const known = done.get(migration.version);
      if (known && known.sha256 !== migration.sha256) {
        throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
      }
      if (known) continue;
      await apply(client, migration, lockTimeoutMs);
      applied.push(migration.name);
    }
    return { applied };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** What was applied; makes the table, or its newer column. A role that may not change tables finds both there. */
async function prepareTable(client: pg.PoolClient): Promise<Applied[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('schema_migration') AND attnum > 0",
  );
  if (columns.length === 0) {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  }
  if (!columns.some(({ name }) => name === 'needs_version')) {
    await client.query(
      'ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS needs_version integer NOT NULL DEFAULT 0',
    );
  }
  const { rows } = await client.query<Applied>('SELECT * FROM schema_migration ORDER BY version');
  return rows;
}

async function apply(client: pg.PoolClient, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('BEGIN');
  try {
    // Whoever waits behind a migration that waits is kept out as well: better to give up soon, and to try again.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.text);
    await client.query(
      'INSERT INTO schema_migration (version, name, sha256, needs_version) VALUES ($1, $2, $3, $4)',
      [migration.version, migration.name, migration.sha256, migration.needs],
    );
    await client.query('COMMIT');
  } catch (error) {
    // A connection that is gone has rolled back; what broke the migration is what counts.
    await client.query('ROLLBACK').catch(() => undefined);
    const nothing = 'Nothing of it was applied; those before it stay.';
    if (sqlState(error) === LOCK_NOT_AVAILABLE) {
      throw new StartupProblem(
        `Migration ${migration.name} waited ${lockTimeoutMs} ms for a table that somebody uses. ${nothing} Try again.`,
      );
    }
    if (isDatabaseDown(error) || sqlState(error) === INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupProblem(
      `Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}. ${nothing}`,
    );
  }
}
