import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ArchiveWriter, writeArchive } from '../../platform/backup/archive.ts';
import { Contents, dumpDatabase } from '../../platform/backup/dump-database.ts';
import { readKeyFiles } from '../../platform/backup/installation-keys.ts';
import { sealWithPassphrase } from '../../platform/backup/sealed-keys.ts';
import { refuseUnfinishedRestore } from '../../platform/backup/unfinished-restore.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { type Files, openFiles } from '../../platform/files/files.ts';
import type { StoredFile } from '../../platform/files/stored-files.ts';
import { noteRun } from '../../platform/jobs/last-runs.ts';
import type { CommandContext } from './command.ts';
import { commandLog, UsageError, withDatabase } from './command-line.ts';

/** The first entry of a backup. */
export const Header = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  log_origin: z.string(),
  contents: Contents,
});
export type Header = z.infer<typeof Header>;

export const HEADER = 'header.json';
export const KEYS = 'keys.json';
export const FILES = 'files/';

/**
 * Writes a backup: all rows, the files that they name and, with BACKUP_PASSPHRASE, keys and secrets. Exit code 1 if a
 * file is missing.
 */
export async function writeBackup(words: string[], context: CommandContext): Promise<number> {
  const [path] = words;
  if (!path || words.length > 1) throw new UsageError('Usage: npm run admin -- backup FILE');
  const { env, stdout, stderr } = context;
  const config = loadConfig(env);
  const log = commandLog(context);
  refuseUnfinishedRestore(config.dataDirectory);
  const files = await openFiles(config, log);
  const missing: string[] = [];
  let count = 0;
  await withDatabase(config, log, ({ url }) =>
    writeArchive(path, async (archive) => {
      // The keys are read first, so that no row needs a newer key than the backup has.
      const keys = await sealedKeys(config);
      const named = await dumpDatabase(url, archive, async (contents) => {
        const header: Header = {
          format: 1,
          made_at: systemClock.now().toISOString(),
          log_origin: config.log.origin,
          contents,
        };
        await archive.add(HEADER, JSON.stringify(header));
        if (keys) await archive.add(KEYS, keys);
      });
      for (const file of named) {
        count += 1;
        if (!(await addFile(archive, files, file))) missing.push(file.key);
      }
    }),
  );
  stdout.write(`Backed up the database and ${count - missing.length} files to ${path}.\n`);
  if (!config.backupPassphrase) {
    stderr.write(
      'It holds no keys: set BACKUP_PASSPHRASE to have them in it, encrypted, or keep DATA_DIR/keys and the secrets apart.\n',
    );
  }
  if (missing.length === 0) {
    const last = { at: systemClock.now(), faults: 0 };
    const unsaid = await noteRun(config.dataDirectory, 'backup', last);
    if (unsaid) stderr.write(`${unsaid}\n`);
    return 0;
  }
  stderr.write(
    `${missing.length} files that rows name are missing or not what they were: ${missing.slice(0, 10).join(', ')}. Run: npm run admin -- doctor\n`,
  );
  return 1;
}

async function sealedKeys(config: Config): Promise<string | undefined> {
  if (!config.backupPassphrase) return undefined;
  return sealWithPassphrase(config.backupPassphrase, JSON.stringify(await readKeyFiles(config)));
}

/** Adds a file to the backup; false if it is missing or wrong. */
async function addFile(archive: ArchiveWriter, files: Files, file: StoredFile): Promise<boolean> {
  if (!(await files.stat(file.key))) return false;
  const bytes = await files.get(file.key);
  await archive.add(FILES + file.key, bytes);
  return createHash('sha256').update(bytes).digest('hex') === file.sha256;
}
