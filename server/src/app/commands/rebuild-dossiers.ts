import { createModules } from '../create-modules.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

/** Counts all dossiers anew and says how many tests they count. Publications wait meanwhile. */
export async function rebuildAll(
  platform: CommandPlatform,
  words: string[],
  { stdout }: CommandContext,
): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- rebuild-dossiers');
  const modules = createModules(platform);
  try {
    const tests = await modules.dossiers.rebuild();
    stdout.write(`The dossiers count ${tests} tests.\n`);
    return 0;
  } finally {
    await modules.close();
  }
}
