import { migrate } from '../../platform/migrate.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

/** Brings the database to this checkout's newest migration and says what was applied. */
export async function migrateDatabase(
  platform: CommandPlatform,
  words: string[],
  { stdout }: CommandContext,
): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- migrate');
  const { applied } = await migrate(platform.bulkDb.pool);
  stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
}
