import { mkdir, readdir } from 'node:fs/promises';
import { type Entry, readArchive } from '../../platform/backup/archive.ts';
import { KeyFiles, writeKeyFiles } from '../../platform/backup/installation-keys.ts';
import { isEmptyDatabase, loadDatabase } from '../../platform/backup/load-database.ts';
import { openWithPassphrase } from '../../platform/backup/sealed-keys.ts';
import { markRestored, markRestoring } from '../../platform/backup/unfinished-restore.ts';
import { loadStorage, type Storage } from '../../platform/config/config.ts';
import { openFiles } from '../../platform/files/files.ts';
import { makeJobTables } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import {
  isBeforeBaseline,
  isFormerPublicTable,
  isLastVersion,
  refuseOlderRows,
  tooOld,
} from '../../platform/postgres/last-version.ts';
import { baselineEnd, migrate, readMigrations } from '../../platform/postgres/migrate.ts';
import { prepareDatabase } from '../../platform/postgres/prepare-database.ts';
import { refuseUnfitEmpty } from '../../platform/postgres/script-letters.ts';
import { StartupProblem } from '../../platform/startup-problem.ts';
import { FILES, HEADER, Header, KEYS } from './backup.ts';
import type { CommandContext } from './command.ts';
import { commandLog, UsageError, withDatabase } from './command-line.ts';

/** What is known about a checked backup. */
type Checked = { header: Header; keys: KeyFiles | undefined };

/**
 * npm run restore: restores an installation from a backup. It reads the backup twice, and writes only after it has
 * checked all of it.
 */
export async function restoreBackup(words: string[], context: CommandContext): Promise<number> {
  const [path] = words;
  if (!path || words.length > 1) throw new UsageError('Usage: npm run admin -- restore FILE');
  const storage = loadStorage(context.env);
  const log = commandLog(context);
  await refuseUsed(storage);
  const { header, keys } = await checkBackup(path, storage.backupPassphrase);
  await mkdir(storage.dataDirectory, { recursive: true });
  await markRestoring(storage.dataDirectory);
  if (keys) await writeKeyFiles(storage.dataDirectory, keys);
  const count = await withDatabase(storage, log, ({ ownerUrl }) =>
    fill(storage, { databaseUrl: ownerUrl, path, header, log }),
  );
  await markRestored(storage.dataDirectory);
  context.stdout.write(
    `Restored the backup of ${header.made_at}: the database, ${count} files${keys ? ' and the keys' : ''} in ${storage.dataDirectory}.\n${adviceAfter(header, keys)}`,
  );
  return 0;
}

async function refuseUsed({
  dataDirectory,
  databaseUrl,
  directDatabaseUrl = databaseUrl,
}: Storage): Promise<void> {
  const found = await readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length > 0) {
    throw new StartupProblem(
      `${dataDirectory} is not empty. A restore never writes over an installation: name another DATA_DIR, or delete this one.`,
    );
  }
  if (directDatabaseUrl && !(await isEmptyDatabase(directDatabaseUrl))) {
    throw new StartupProblem(
      'The database that DATABASE_URL names is in use. A restore never writes over an installation: name an empty one.',
    );
  }
  if (directDatabaseUrl) await refuseUnfitEmpty(directDatabaseUrl);
}

async function checkBackup(path: string, passphrase: string | undefined): Promise<Checked> {
  let header: Header | undefined;
  let sealed: string | undefined;
  for await (const entry of readArchive(path)) {
    if (!header) header = await readHeader(path, entry);
    if (entry.name === KEYS) sealed = text(entry);
  }
  if (!header) throw new StartupProblem(`${path} is no backup.`);
  return { header, keys: sealed === undefined ? undefined : openKeys(sealed, passphrase) };
}

async function readHeader(path: string, entry: Entry): Promise<Header> {
  if (entry.name !== HEADER) throw new StartupProblem(`${path} is no backup.`);
  const header = Header.safeParse(JSON.parse(text(entry))).data;
  const migrations = header?.contents.migrations ?? [];
  if (header && isLastVersion(migrations)) return header;
  if (isBeforeBaseline(migrations)) {
    throw tooOld(path, 'Restore it with the version that made it, start that one on it, and then this one.');
  }
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (header && !unknown) return header;
  throw new StartupProblem(
    `${path} is of another release of Vialproof${unknown ? ` (this one does not know its ${unknown.name})` : ''}. Restore it with the release that made it.`,
  );
}

function openKeys(sealed: string, passphrase: string | undefined): KeyFiles {
  if (!passphrase) {
    throw new StartupProblem(
      'The backup holds keys: set BACKUP_PASSPHRASE to the one that it was made with.',
    );
  }
  const opened = openWithPassphrase(passphrase, sealed);
  if (opened === undefined) {
    throw new StartupProblem('BACKUP_PASSPHRASE is not the one that the backup was made with.');
  }
  return KeyFiles.parse(JSON.parse(opened));
}

type Filling = { databaseUrl: string; path: string; header: Header; log: Logger };

/**
 * Creates the tables as the backup's version had them, inserts the rows, and applies newer migrations. Returns the
 * number of files.
 */
async function fill(storage: Storage, { databaseUrl, path, header, log }: Filling): Promise<number> {
  const files = await openFiles(storage, log);
  const db = openDatabase(databaseUrl, { max: 1 });
  let count = 0;
  try {
    const { contents } = header;
    const isOfLast = isLastVersion(contents.migrations);
    const newest = contents.migrations.at(-1)?.version ?? 0;
    await migrate(db.pool, { through: isOfLast ? baselineEnd(await readMigrations()) : newest });
    await makeJobTables(databaseUrl, log);
    const leavesOut = (name: string) => isOfLast && isFormerPublicTable(name);
    await loadDatabase(databaseUrl, { contents, leavesOut }, async ({ load }) => {
      for await (const { name, bytes } of readArchive(path)) {
        if (name.startsWith('database/')) await load(name, bytes);
        else if (name.startsWith(FILES)) {
          await files.put(name.slice(FILES.length), bytes, 'application/octet-stream');
          count += 1;
        }
      }
    });
    if (isOfLast) await refuseOlderRows(db.pool);
    await prepareDatabase(databaseUrl, log);
  } finally {
    await db.close();
  }
  return count;
}

const text = ({ bytes }: Entry) => Buffer.from(bytes).toString('utf8');

function adviceAfter({ log_origin, made_at }: Header, keys: KeyFiles | undefined): string {
  return [
    ...(keys
      ? [
          'In production set SIGNING_KEY and SIGNING_CERTIFICATES to DATA_DIR/keys/signing.pem, LOG_KEY to DATA_DIR/keys/log.key.pem, and JWT_SECRET and CODE_SECRET to what DATA_DIR/secrets.json holds, behind newer secrets if there are any.',
        ]
      : ['It held no keys: put those of the installation in place before the first start.']),
    `The public log is ${log_origin}. Was anything published after ${made_at}? Then set another LOG_ORIGIN: under the old one the log would sign a second history.`,
    'Never let the former installation run beside this one. Then: npm run admin -- doctor',
    '',
  ].join('\n');
}
