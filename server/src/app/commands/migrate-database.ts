import { refuseUnfinishedRestore } from '../../platform/backup/unfinished-restore.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { prepareDatabase } from '../../platform/postgres/prepare-database.ts';
import { refuseUnfitLetters } from '../../platform/postgres/script-letters.ts';
import { SERVING_ROLE } from '../../platform/postgres/serving-role.ts';
import type { CommandContext } from './command.ts';
import { commandLog, UsageError, withDatabase } from './command-line.ts';

/**
 * npm run admin -- migrate: prepares the database as its owner. Applies all migrations, creates the tables of the job
 * queue, and gives the role that serves its rights.
 */
export async function migrateDatabase(words: string[], context: CommandContext): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- migrate');
  const say = (line: string) => void context.stdout.write(`${line}\n`);
  const config = loadConfig(context.env);
  const log = commandLog(context);
  refuseUnfinishedRestore(config.dataDirectory);
  return withDatabase(config, log, async ({ ownerUrl }) => {
    const { applied, tookOver, isGranted } = await prepareDatabase(ownerUrl, log);
    if (tookOver)
      say('Took over the database of the last version. Its public list and dossiers are made anew.');
    if (config.databaseUrl) await refuseUnfit(ownerUrl);
    say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    say(
      isGranted
        ? `The role ${SERVING_ROLE} has its rights.`
        : `No rights were given: there is no role ${SERVING_ROLE}, or the role in DATABASE_URL does not own the tables (docs/operations.md, "Two database roles").`,
    );
    return 0;
  });
}

async function refuseUnfit(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1 });
  await refuseUnfitLetters(db.pool).finally(() => db.close());
}
