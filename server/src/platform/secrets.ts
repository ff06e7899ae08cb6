import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupProblem } from './startup-problem.ts';

const Secrets = z.object({
  jwt: z.string().min(32),
  code: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

const fresh = () => randomBytes(32).toString('base64url');

/**
 * The secrets of an installation outside production, made at its first start and kept in DATA_DIR.
 * Two processes that start together agree: a link is made only where none is yet.
 * @throws StartupProblem when the directory cannot hold them, or the file is damaged.
 */
export function readSecrets(dataDirectory: string): Secrets {
  const path = join(dataDirectory, 'secrets.json');
  try {
    return readOrMake(dataDirectory, path);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new StartupProblem(
        `${path} is damaged. Delete it, and the next start makes new secrets; everybody signs in anew then.`,
      );
    }
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === undefined || code === 'ENOSPC') throw error;
    throw new StartupProblem(
      `Secrets cannot be kept in ${dataDirectory} (${code}). Set DATA_DIR to a directory that this user may write to.`,
    );
  }
}

function readOrMake(dataDirectory: string, path: string): Secrets {
  mkdirSync(dataDirectory, { recursive: true });
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const draft = `${path}.${process.pid}`;
  const secrets: Secrets = { jwt: fresh(), code: fresh() };
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
}
