import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { makeJobTables } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log.ts';
import { baselineEnd, readMigrations } from '../platform/postgres/migrate.ts';
import { type AtEnd, emptyDatabase } from './test-database.ts';

const SCHEMA_AND_ROWS = new URL('last-version.sql', import.meta.url);

/** A database as the last old version left it, with a published result. Returns its address for the owner. */
export async function lastVersionDatabase(atEnd?: AtEnd): Promise<string> {
  const url = await emptyDatabase(atEnd);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(await readFile(SCHEMA_AND_ROWS, 'utf8'));
  } finally {
    await client.end();
  }
  await makeJobTables(url, createLogger('fatal'));
  return url;
}

/** The names of the migrations that are newer than that old version. */
export async function laterMigrations(): Promise<string[]> {
  const all = await readMigrations();
  return all.filter(({ version }) => version > baselineEnd(all)).map(({ name }) => name);
}
