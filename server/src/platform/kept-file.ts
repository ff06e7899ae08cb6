import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupProblem } from './startup-problem.ts';

/**
 * A file that is made at the first asking and only read ever after; readable by its owner alone. Processes that ask
 * together agree: a link is made only where none is yet.
 * @throws StartupProblem when the directory cannot hold it.
 */
export async function keptFile(path: string, make: () => string | Promise<string>): Promise<string> {
  try {
    const known = await readIfThere(path);
    if (known !== undefined) return known;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${crypto.randomUUID()}`;
    await writeFile(draft, await make(), { mode: 0o600 });
    try {
      await link(draft, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      await rm(draft, { force: true });
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || code === 'ENOSPC') throw error;
    throw new StartupProblem(`${path} cannot be read or made (${code}). Is DATA_DIR writable for this user?`);
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
