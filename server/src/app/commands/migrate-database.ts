import { grantsFor } from '../../platform/postgres/grants.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { refuseUnfitLetters } from '../../platform/postgres/script-letters.ts';
import { createModules } from '../create-modules.ts';
import { sandboxOf } from '../site.ts';
import type { CommandContext } from './command.ts';
import { UsageError, withPlatform } from './command-line.ts';

/** The role of a server that does not own its tables (see operations.md). */
const SERVING_ROLE = 'vialproof_app';

/**
 * npm run migrate: applies all migrations and creates the job queues. Prints the rights (GRANT) that another role
 * needs.
 */
export async function migrateDatabase(words: string[], context: CommandContext): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- migrate');
  const say = (line: string) => void context.stdout.write(`${line}\n`);
  return withPlatform(
    context,
    async (platform) => {
      const { applied, tookOver } = await migrate(platform.bulkDb.pool);
      if (tookOver)
        say('Took over the database of the last version. Its public list and dossiers are made anew.');
      if (platform.config.databaseUrl) await refuseUnfitLetters(platform.bulkDb.pool);
      say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
      const modules = createModules(platform);
      try {
        // The sandbox has job queues too.
        sandboxOf(platform);
        await platform.jobs.start({ work: false });
      } finally {
        await modules.close();
      }
      say('For a role that serves and owns nothing (docs/operations.md, "Audit log"):');
      for (const grant of grantsFor(SERVING_ROLE)) say(grant);
      return 0;
    },
    { makeQueues: true },
  );
}
