import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';

/**
 * A file that is made once and then only read. Only its owner can read it. If several processes start at once, all use
 * the same file.
 * @throws StartupProblem if that is impossible.
 */
export async function readOrCreateFile(path: string, make: () => string | Promise<string>): Promise<string> {
  return readFileIfThere(path) ?? createFileOnce(path, await make());
}

export const readFileIfThere = (path: string): string | undefined =>
  explained(path, () => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  });

/** Creates the file if it does not exist. Returns its content. */
export const createFileOnce = (path: string, text: string): string =>
  explained(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${crypto.randomUUID()}`;
    writeFileSync(draft, text, { mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return readFileSync(path, 'utf8');
  });

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || code === 'ENOSPC') throw error;
    throw new StartupProblem(
      `${path} cannot be read or made (${code}). Set DATA_DIR to a directory that this user may write to.`,
    );
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
