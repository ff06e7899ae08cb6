import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartupProblem } from '../startup-problem.ts';
import { isDatabaseDown, sqlState } from './database.ts';
import { isBeforeBaseline, isOfPublications, takeOver } from './last-version.ts';

const DIRECTORY = fileURLToPath(new URL('../../../database/migrations/', import.meta.url));
/** The number of the lock for processes that start at the same time. It has no meaning. */
const LOCK = 7_239_114;

const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

type Migration = {
  version: number;
  name: string;
  text: string;
  sha256: string;
  /** The newest migration that a process must know to work with a database that has this one. 0: none. */
  needs: number;
};

/**
 * A migration with this line builds indexes. Each statement is a transaction of its own, so that it locks one table, and
 * may be repeated.
 */
const ONE_BY_ONE = /^-- one by one$/m;

/** The migrations in order: `0001_name.sql`, … */
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

/** The number of the last of the first migrations (the baseline). */
export const baselineEnd = (all: Pick<Migration, 'version' | 'name'>[]): number =>
  all.find(({ name }) => isOfPublications(name))?.version ?? 0;

/** The migrations that the database does not have yet. */
export async function missingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  const applied = new Set(rows.map(({ name }) => name));
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
}

/** The database was changed by a newer version of the server, with which this version cannot work. */
export class NewerDatabase extends Error {}

type Applied = { version: number; name: string; sha256: string; needs_version: number };

/**
 * The newer migration that this version would have to know (`-- needs 0030`). Undefined if all newer ones only add
 * tables or columns.
 */
function findIncompatible(applied: Applied[], newest: number): Applied | undefined {
  return applied.find(({ version, needs_version: needs }) => version > newest && needs > newest);
}

/** Whether this version of the server can work with the database. */
export async function isSchemaFit(query: (text: string) => Promise<{ rows: Applied[] }>): Promise<boolean> {
  const { rows } = await query('SELECT version, name, sha256, needs_version FROM schema_migration');
  const known = await readMigrations();
  const names = new Set(rows.map(({ name }) => name));
  return (
    known.every(({ name }) => names.has(name)) &&
    findIncompatible(rows, known.at(-1)?.version ?? 0) === undefined
  );
}

/**
 * Applies all migrations, or up to `through`, each in its own transaction. `tookOver`: the database was of the last old
 * version, so its public rows must be built anew.
 * @throws NewerDatabase if the database is too new; StartupProblem if a migration fails or the database cannot be
 * updated.
 */
export async function migrate(
  pool: pg.Pool,
  { through = Number.POSITIVE_INFINITY, lockTimeoutMs = LOCK_TIMEOUT_MS } = {},
): Promise<{ applied: string[]; tookOver: boolean }> {
  const all = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const found = await prepareTable(client);
    const tookOver = isBeforeBaseline(found);
    if (tookOver) await takeOverDatabase(client, { found, all, lockTimeoutMs });
    const before = tookOver ? await readApplied(client) : found;
    const migrations = all.filter(({ version }) => version <= through);
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
        throw new StartupProblem(
          `Migration ${migration.name} was changed after it had been applied. A database of a version under development, before 27 November 2026, cannot be migrated (docs/decisions/0081): delete DATA_DIR and empty the database that DATABASE_URL names, or restore a backup that this very version can read.`,
        );
      }
      if (known) continue;
      await apply(client, migration, lockTimeoutMs);
      applied.push(migration.name);
    }
    return { applied, tookOver };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** The migrations that the database already has. */
async function prepareTable(client: pg.PoolClient): Promise<Applied[]> {
  const { rows: found } = await client.query<{ table: string | null }>(
    "SELECT to_regclass('schema_migration') AS table",
  );
  if (!found[0]?.table) {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
      needs_version integer NOT NULL DEFAULT 0)`);
  }
  return readApplied(client);
}

/** Selects all columns, because very old versions lack one. */
async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT * FROM schema_migration ORDER BY version');
  return rows;
}

/** Updates a database of the last old version, in one transaction. */
function takeOverDatabase(
  client: pg.PoolClient,
  { found, all, lockTimeoutMs }: { found: Applied[]; all: Migration[]; lockTimeoutMs: number },
): Promise<void> {
  const baseline = all.filter(({ version }) => version <= baselineEnd(all));
  const words = {
    title: 'The take-over of the database of the last version',
    nothing: 'Nothing was changed.',
    lockTimeoutMs,
  };
  return inTransaction(client, words, async () => {
    await takeOver(client, found, baseline);
    for (const migration of baseline) await noteApplied(client, migration);
  });
}

async function apply(client: pg.PoolClient, migration: Migration, lockTimeoutMs: number): Promise<void> {
  const title = `Migration ${migration.name}`;
  if (ONE_BY_ONE.test(migration.text)) {
    const words = { title, nothing: 'What it has built stays.', lockTimeoutMs };
    for (const statement of migration.text.split(/;\n/).filter((each) => each.trim()))
      await inTransaction(client, words, () => client.query(statement));
    await noteApplied(client, migration);
    return;
  }
  const words = { title, nothing: 'Nothing of it was applied; those before it stay.', lockTimeoutMs };
  await inTransaction(client, words, async () => {
    await client.query(migration.text);
    await noteApplied(client, migration);
  });
}

const noteApplied = (client: pg.PoolClient, { version, name, sha256, needs }: Migration) =>
  client.query(
    'INSERT INTO schema_migration (version, name, sha256, needs_version) VALUES ($1, $2, $3, $4)',
    [version, name, sha256, needs],
  );

type Words = { title: string; nothing: string; lockTimeoutMs: number };

async function inTransaction(
  client: pg.PoolClient,
  { title, nothing, lockTimeoutMs }: Words,
  work: () => Promise<unknown>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    // While a migration waits for a lock, all other statements wait behind it. So it gives up soon.
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    // Only the error of the migration itself is interesting.
    await client.query('ROLLBACK').catch(() => undefined);
    if (sqlState(error) === LOCK_NOT_AVAILABLE) {
      throw new StartupProblem(
        `${title} waited ${lockTimeoutMs} ms for a table that somebody uses. ${nothing} Try again.`,
      );
    }
    if (error instanceof StartupProblem || isDatabaseDown(error)) throw error;
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupProblem(
      `${title} failed: ${error instanceof Error ? error.message : error}. ${nothing}`,
    );
  }
}
