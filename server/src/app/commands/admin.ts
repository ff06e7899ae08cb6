import { loadConfig } from '../../platform/config.ts';
import { writeBackup } from './backup.ts';
import { type CommandPlatform, runToExit, UsageError, withPlatform } from './command-line.ts';
import { examine } from './doctor.ts';
import { runFailedJobs } from './failed-jobs.ts';
import { migrateDatabase } from './migrate-database.ts';
import { rebuildAll } from './rebuild-dossiers.ts';
import { restoreBackup } from './restore.ts';

/** Answers the exit code. */
type Command = (words: string[]) => Promise<number>;

const USAGE = `Usage: npm run admin -- COMMAND
  jobs             lists the jobs that failed; retry ID|all does them again, drop ID|all deletes them
  migrate          brings the database to this release, before the release is started
  backup FILE      writes database, files and keys into one archive, while the server runs
  restore FILE     makes an installation of a backup: DATA_DIR must be absent or empty
  rebuild-dossiers counts everything that dossiers say anew, in one transaction
  doctor           compares rows, files, log and books with each other, and names unknown settings

Commands read the same settings as the server and may run beside it.`;

/** A command that works on the installation which the settings name. */
const onPlatform =
  (work: (platform: CommandPlatform, words: string[]) => Promise<number>): Command =>
  (words) =>
    withPlatform(loadConfig(), (platform) => work(platform, words));

const COMMANDS: Record<string, Command> = {
  jobs: onPlatform(runFailedJobs),
  migrate: onPlatform(migrateDatabase),
  backup: writeBackup,
  restore: restoreBackup,
  'rebuild-dossiers': onPlatform(rebuildAll),
  doctor: examine,
};

if (import.meta.main) {
  await runToExit(async () => {
    const [name = '--help', ...words] = process.argv.slice(2);
    if (name === '--help' || name === 'help') {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}.\n${USAGE}`);
    return command(words);
  });
}
