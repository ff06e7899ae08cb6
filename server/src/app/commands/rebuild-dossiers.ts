import { projectAll } from '../../modules/publications/publications.service.ts';
import { createModules } from '../create-modules.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

/** Writes all public rows anew while the site is running. */
export async function rebuildAll(
  platform: CommandPlatform,
  words: string[],
  { stdout }: CommandContext,
): Promise<number> {
  if (words.length > 0) throw new UsageError('Usage: npm run admin -- rebuild-dossiers');
  const modules = createModules(platform);
  try {
    // The jobs of the server count the stored answers anew.
    await platform.jobs.start({ work: false });
    const { made, failed } = await projectAll(modules.publications);
    stdout.write(`The public rows of ${made} tests were made anew.\n`);
    if (failed.length > 0) stdout.write(`Those of ${failed.length} could not be made: the log names them.\n`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await modules.close();
  }
}
