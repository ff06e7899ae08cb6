import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  jwt: z.string().min(32),
  code: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

const fresh = () => randomBytes(32).toString('base64url');

/**
 * The secrets of an installation outside production, made at its first start and kept in DATA_DIR.
 * Two processes that start together agree: a link is made only where none is yet.
 */
export function readSecrets(dataDirectory: string): Secrets {
  mkdirSync(dataDirectory, { recursive: true });
  const path = join(dataDirectory, 'secrets.json');
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
