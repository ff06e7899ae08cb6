import { writeBackup } from './backup.ts';
import { type Command, type CommandContext, ofProcess } from './command.ts';
import { type CommandPlatform, exitCodeOf, UsageError, withPlatform } from './command-line.ts';
import { examine } from './doctor.ts';
import { runFailedJobs } from './failed-jobs.ts';
import { migrateDatabase } from './migrate-database.ts';
import { rebuildAll } from './rebuild-dossiers.ts';
import { reseal } from './reseal.ts';
import { restoreBackup } from './restore.ts';

const USAGE = `Usage: npm run admin -- COMMAND
  jobs             lists the jobs that failed; retry ID|all does them again, drop ID|all deletes them
  migrate          brings the database to this release, before the release is started, and gives the role that serves its rights
  backup FILE      writes database, files and keys into one archive, while the server runs
  restore FILE     makes an installation of a backup: DATA_DIR must be absent or empty
  rebuild-dossiers makes everything anew that the list and dossiers show
  reseal           seals with the newest secret what an older one of CODE_SECRET has sealed
  doctor           compares rows, files, log and books with each other, and names unknown settings

Commands read the same settings as the server and may run beside it.`;

/** Makes a command that works on the installation named by the settings. */
const onPlatform =
  (work: (platform: CommandPlatform, words: string[], context: CommandContext) => Promise<number>): Command =>
  (words, context) =>
    withPlatform(context, (platform) => work(platform, words, context));

const COMMANDS: Record<string, Command> = {
  jobs: onPlatform(runFailedJobs),
  migrate: migrateDatabase,
  backup: writeBackup,
  restore: restoreBackup,
  'rebuild-dossiers': onPlatform(rebuildAll),
  reseal: onPlatform(reseal),
  doctor: examine,
};

/** npm run admin: runs the command that its first argument names. */
export const admin: Command = ([name = '--help', ...words], context) =>
  exitCodeOf(context, async () => {
    if (name === '--help' || name === 'help') {
      context.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}.\n${USAGE}`);
    return command(words, context);
  });

if (import.meta.main) process.exitCode = await admin(process.argv.slice(2), ofProcess);
