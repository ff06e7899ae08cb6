import type pg from 'pg';
import { secondsAfter } from '../clock.ts';
import type { Platform } from '../platform.ts';

/** What a row says about its file. */
export type StoredFile = { key: string; sha256: string; bytes: number };

type Queries = Pick<pg.Pool, 'query'>;

/** The folder with the signed states (heads) of the public log, which no row names. */
export const HEADS_FOLDER = 'log-heads';

const PAGE = 1_000;
/** A file that no row names is kept for some time, because an upload or a backup may need it. */
const DAY_SECONDS = 86_400;

/** Tables with files: those with the columns `file_key`, `sha256` and `size_bytes`. */
export async function tablesWithFiles(db: Queries): Promise<string[]> {
  const { rows } = await db.query<{ table: string }>(`
    SELECT DISTINCT table_name AS table FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'file_key' ORDER BY 1`);
  return rows.map(({ table }) => table);
}

/** Every file that a row names, once, sorted by key. */
export async function* listStoredFiles(db: Queries): AsyncGenerator<StoredFile> {
  const tables = await tablesWithFiles(db);
  // Asks each table by its index first, because sorting all rows is slow.
  const firstOf = (source: string) =>
    `SELECT DISTINCT ON (file_key) file_key, sha256, size_bytes FROM ${source} WHERE file_key > $1
     ORDER BY file_key LIMIT $2`;
  const named = tables.map((table) => `(${firstOf(table)})`).join(' UNION ALL ');
  const text = `SELECT file_key AS key, sha256, size_bytes AS bytes FROM (${firstOf(`(${named}) AS named`)}) AS page`;
  for (let after = ''; ; ) {
    const { rows } = await db.query<StoredFile>(text, [after, PAGE]);
    yield* rows;
    after = rows.at(-1)?.key ?? '';
    if (rows.length < PAGE) return;
  }
}

/** Files that no row has named for this many days. */
export async function* listOrphans(
  { bulkDb, files, clock }: Pick<Platform, 'bulkDb' | 'files' | 'clock'>,
  { olderThanDays }: { olderThanDays: number },
): AsyncGenerator<string> {
  const longAgo = secondsAfter(clock.now(), -olderThanDays * DAY_SECONDS);
  const tables = await tablesWithFiles(bulkDb.pool);
  const unnamed = `SELECT key FROM unnest($1::text[]) AS key
    WHERE ${tables.map((table) => `NOT EXISTS (SELECT FROM ${table} WHERE file_key = key)`).join(' AND ')}`;
  for await (const keys of pagesOf(files.list())) {
    const { rows } = await bulkDb.pool.query<{ key: string }>(unnamed, [keys]);
    for (const { key } of rows) {
      if (key.startsWith(`${HEADS_FOLDER}/`)) continue;
      const found = await files.stat(key);
      if (found && found.changedAt < longAgo) yield key;
    }
  }
}

/** Removes files that no row names. Returns how many. */
export async function sweepOrphans(platform: Pick<Platform, 'bulkDb' | 'files' | 'clock'>): Promise<number> {
  let count = 0;
  for await (const key of listOrphans(platform, { olderThanDays: 1 })) {
    await platform.files.remove(key);
    count += 1;
  }
  return count;
}

async function* pagesOf(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const key of keys) {
    page.push(key);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
