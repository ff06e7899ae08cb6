import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const checkout = new URL('../../../../', import.meta.url);
const Manifest = z.object({ version: z.string() });
const SHOWN_DIGITS = 12;

/** Version and commit of this release. An image knows its commit by BUILD_COMMIT, a checkout by its .git. */
export async function readBuild(
  given: string | undefined,
  root = checkout,
): Promise<{ version: string; commit: string }> {
  const { version } = Manifest.parse(JSON.parse(await readFile(new URL('package.json', root), 'utf8')));
  const commit = (given ?? (await commitOf(root))).slice(0, SHOWN_DIGITS);
  return { version, commit };
}

/** The commit that is checked out; 'unknown' without Git. The checkout may belong to another account. */
async function commitOf(root: URL): Promise<string> {
  const folder = fileURLToPath(new URL('.git', root));
  try {
    const { stdout } = await promisify(execFile)('git', [`--git-dir=${folder}`, 'rev-parse', 'HEAD']);
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
