import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const DIRECTORY = fileURLToPath(new URL('../../database/migrations/', import.meta.url));
/** Any fixed number: instances that start together wait for each other here. */
const LOCK = 7_239_114;

type Migration = { version: number; name: string; text: string; sha256: string };

/** The migrations of this checkout in order: `0001_name.sql`, … */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(DIRECTORY + name, 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { version: Number(name.slice(0, 4)), name, text, sha256 };
    }),
  );
}

/** The names of this checkout's migrations that the database lacks. */
export async function missingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration');
  const applied = new Set(rows.map(({ name }) => name));
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.has(name));
}

/** The database holds migrations that this checkout does not know. */
export class NewerDatabase extends Error {}

/**
 * Brings the database to this checkout's newest migration, or to the version `through`; each in its own transaction.
 * @throws NewerDatabase when the database is ahead of the checkout.
 */
export async function migrate(
  pool: pg.Pool,
  { through = Number.POSITIVE_INFINITY }: { through?: number } = {},
): Promise<{ applied: string[] }> {
  const migrations = (await readMigrations()).filter(({ version }) => version <= through);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    // Asked first: a role that may not create tables may still find that there is nothing to do.
    const known = await client.query<{ found: boolean }>(
      "SELECT to_regclass('schema_migration') IS NOT NULL AS found",
    );
    if (!known.rows[0]?.found) {
      await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
        version integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    }
    const { rows } = await client.query<{ version: number; name: string; sha256: string }>(
      'SELECT version, name, sha256 FROM schema_migration ORDER BY version',
    );
    const done = new Map(rows.map((row) => [row.version, row]));
    const newest = migrations.at(-1)?.version ?? 0;
    const ahead = rows.find((row) => row.version > newest);
    if (ahead) {
      throw new NewerDatabase(
        `The database was used by a newer version of Vialproof (it holds ${ahead.name}). Update this checkout, or point DATA_DIR or DATABASE_URL elsewhere.`,
      );
    }
    const applied: string[] = [];
    for (const migration of migrations) {
      const before = done.get(migration.version);
      if (before && before.sha256 !== migration.sha256) {
        throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
      }
      if (before) continue;
      await client.query('BEGIN');
      try {
        await client.query(migration.text);
        await client.query('INSERT INTO schema_migration (version, name, sha256) VALUES ($1, $2, $3)', [
          migration.version,
          migration.name,
          migration.sha256,
        ]);
        await client.query('COMMIT');
      } catch (error) {
        // A connection that is gone has rolled back; what broke the migration is what counts.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
      applied.push(migration.name);
    }
    return { applied };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}
