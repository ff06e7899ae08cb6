import { createModules } from '../create-modules.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

/** Makes all public rows anew and says of how many tests; the site goes on meanwhile. */
export async function rebuildAll(
  platform: CommandPlatform,
  words: string[],
  { stdout }: CommandContext,
): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- rebuild-dossiers');
  const modules = createModules(platform);
  try {
    const tests = await modules.publications.projectAll();
    stdout.write(`The public rows of ${tests} tests were made anew.\n`);
    return 0;
  } finally {
    await modules.close();
  }
}
