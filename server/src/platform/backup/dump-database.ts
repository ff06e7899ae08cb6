import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { listStoredFiles, type StoredFile } from '../files/stored-files.ts';
import { clientConfig } from '../postgres/database-hosts.ts';
import type { ArchiveWriter } from './archive.ts';

/** A table with its columns and, perhaps, a condition for its rows. */
const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
});
export type Table = z.infer<typeof Table>;
/** What a restore needs before the first row. */
export const Contents = z.object({
  migrations: z.array(z.object({ version: z.number(), name: z.string(), sha256: z.string() })),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type Contents = z.infer<typeof Contents>;

const CHUNK_BYTES = 8_000_000;
const NEWLINE = 10;
/** Of the job queue only jobs that wait or run. Each start creates the rest again. */
const QUEUE_TABLES: { name: string; where?: string }[] = [
  { name: 'queue' },
  { name: 'job', where: "state < 'completed'" },
];

export const quoted = (name: string): string => pg.escapeIdentifier(name);
export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`;

/** The folder of a table in an archive. */
export const folderOf = ({ schema, name }: Table): string => `database/${schema}.${name}/`;

/**
 * Reads the whole database as it is at one moment, while others use it. First calls `begin` with what a restore needs,
 * then gives the rows of each table.
 * @returns the files that the rows name.
 */
export async function dumpDatabase(
  databaseUrl: string,
  archive: ArchiveWriter,
  begin: (contents: Contents) => Promise<void>,
): Promise<StoredFile[]> {
  // Without time limits, because large tables take long.
  const client = new pg.Client(clientConfig(databaseUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const contents = await describe(client);
    await begin(contents);
    for (const table of contents.tables) await dumpTable(client, archive, table);
    const files: StoredFile[] = [];
    for await (const file of listStoredFiles(client)) files.push(file);
    await client.query('COMMIT');
    return files;
  } finally {
    await client.end();
  }
}

async function describe(client: pg.Client): Promise<Contents> {
  const migrations = await client.query<Contents['migrations'][number]>(
    'SELECT version, name, sha256 FROM schema_migration ORDER BY version',
  );
  const tables = await client.query<Table>(
    `SELECT table_schema AS schema, table_name AS name,
       array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND is_generated = 'NEVER'
       AND (table_schema = 'public' AND table_name <> 'schema_migration'
         OR table_schema = 'pgboss' AND table_name = ANY ($1))
     GROUP BY 1, 2 ORDER BY 1 DESC, array_position($1, table_name::text), 2`,
    [QUEUE_TABLES.map(({ name }) => name)],
  );
  // The numbers for new rows are read after the rows, so that they are never too low.
  const sequences = await client.query<{ name: string; value: string | null; start: string }>(
    `SELECT sequencename AS name, last_value::text AS value, start_value::text AS start
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    migrations: migrations.rows,
    tables: tables.rows,
    sequences: sequences.rows.map(({ name, value, start }) => ({
      name,
      value: value ?? start,
      isCalled: value !== null,
    })),
  };
}

async function dumpTable(client: pg.Client, archive: ArchiveWriter, table: Table): Promise<void> {
  const where = table.schema === 'pgboss' && QUEUE_TABLES.find(({ name }) => name === table.name)?.where;
  const rows = client.query(
    copyTo(
      `COPY (SELECT ${table.columns.map(quoted).join(', ')} FROM ${qualified(table)}
        ${where ? `WHERE ${where}` : ''}) TO STDOUT`,
    ),
  );
  let count = 0;
  const write = (bytes: Uint8Array) => {
    count += 1;
    return archive.add(`${folderOf(table)}${count}.copy`, bytes);
  };
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    const bytes = Buffer.concat(waiting);
    // In this format, a line break inside a row is written as \n.
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) await write(bytes.subarray(0, end));
    const rest = bytes.subarray(end);
    waiting = [rest];
    length = rest.length;
  }
  if (length > 0) await write(Buffer.concat(waiting));
}
