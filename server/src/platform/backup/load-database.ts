import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionSettings, LONG_LIMITS } from '../postgres/connection-settings.ts';
import { clientConfig } from '../postgres/database-hosts.ts';
import { type Contents, folderOf, qualified, quoted, type Table } from './dump-database.ts';

type Trigger = { table: string; name: string; state: 'O' | 'A' | 'R' };
type ForeignKey = { table: string; name: string; definition: string };

const ENABLE = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA' };

/** Loads the rows of an archive, part by part. */
export type Loader = { load(entryName: string, bytes: Uint8Array): Promise<void> };

/**
 * Replaces the rows of all tables by those that `feed` loads, in one transaction. Triggers are off meanwhile, and
 * references between tables are checked after the last row. `leavesOut`: tables of the backup that do not exist any
 * more.
 */
export async function loadDatabase(
  databaseUrl: string,
  { contents, leavesOut }: { contents: Contents; leavesOut: (name: string) => boolean },
  feed: (loader: Loader) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(clientConfig(databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Without time limits, also if the role has some.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN');
    const triggers = await listTriggers(client);
    const foreignKeys = await listForeignKeys(client);
    for (const { table, name } of foreignKeys) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
    }
    for (const { table, name } of triggers) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${quoted(name)}`);
    }
    const own = contents.tables.filter(({ schema, name }) => schema === 'public' && !leavesOut(name));
    await client.query(`TRUNCATE ${own.map(qualified).join(', ')}`);
    await client.query('DELETE FROM pgboss.queue');
    await feed({
      async load(entryName, bytes) {
        const table = contents.tables.find((each) => entryName.startsWith(folderOf(each)));
        if (!table) throw new Error(`${entryName} belongs to no table of the backup`);
        if (!leavesOut(table.name)) await copyChunk(client, table, bytes);
      },
    });
    for (const { name, value, isCalled } of contents.sequences) {
      if (leavesOut(name)) continue;
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
    }
    for (const { table, name, state } of triggers) {
      await client.query(`ALTER TABLE ${table} ${ENABLE[state]} TRIGGER ${quoted(name)}`);
    }
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    }
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    // Closing the connection also rolls back an open transaction.
    await client.end();
  }
}

/** Whether the database is still unused. */
export async function isEmptyDatabase(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(connectionSettings(databaseUrl, LONG_LIMITS));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>(
      "SELECT to_regclass('schema_migration') IS NULL AND to_regnamespace('pgboss') IS NULL AS empty",
    );
    return rows[0]?.empty ?? false;
  } finally {
    await client.end();
  }
}

async function listTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    SELECT tgrelid::regclass::text AS table, tgname AS name, tgenabled AS state
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal AND tgenabled <> 'D'`);
  return rows;
}

async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`);
  return rows;
}

async function copyChunk(client: pg.Client, table: Table, bytes: Uint8Array): Promise<void> {
  if (table.schema === 'pgboss') await insertChunk(client, table, bytes);
  else await copyInto(client, qualified(table), table.columns, bytes);
}

async function copyInto(
  client: pg.Client,
  table: string,
  columns: string[],
  bytes: Uint8Array,
): Promise<void> {
  const into = client.query(copyFrom(`COPY ${table} (${columns.map(quoted).join(', ')}) FROM STDIN`));
  await pipeline(Readable.from([Buffer.from(bytes)]), into);
}

/** The tables of the job queue belong to a library, so another version may lack a column. */
async function insertChunk(client: pg.Client, table: Table, bytes: Uint8Array): Promise<void> {
  const { rows: known } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname = ANY ($2)`,
    [qualified(table), table.columns],
  );
  const names = known.map(({ name }) => quoted(name)).join(', ');
  const values = known.map(({ name, type }) => `${quoted(name)}::${type}`).join(', ');
  await client.query(
    `CREATE TEMPORARY TABLE chunk (${table.columns.map((name) => `${quoted(name)} text`).join(', ')})`,
  );
  await copyInto(client, 'chunk', table.columns, bytes);
  await client.query(`INSERT INTO ${qualified(table)} (${names}) SELECT ${values} FROM chunk`);
  await client.query('DROP TABLE chunk');
}
