import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { writtenSecrets } from '../config/secrets.ts';

/** Files below DATA_DIR with their contents. */
export const KeyFiles = z.record(z.string(), z.string());
export type KeyFiles = z.infer<typeof KeyFiles>;

const SIGNING = 'keys/signing.pem';
const LOG = 'keys/log.key.pem';
/** Files that an installation makes for itself, unless it is for production. */
const GENERATED = ['keys/authority.pem', SIGNING, 'keys/signing-2.pem', LOG];

/** Everything that cannot be made again: signing keys and secrets. */
export async function readKeyFiles(
  config: Pick<Config, 'dataDirectory' | 'signing' | 'log' | 'secrets'>,
): Promise<KeyFiles> {
  const files: KeyFiles = { 'secrets.json': writtenSecrets(config.secrets) };
  for (const name of GENERATED) {
    const path = join(config.dataDirectory, name);
    if (existsSync(path)) files[name] = await readFile(path, 'utf8');
  }
  if (config.signing) files[SIGNING] = `${config.signing.key}\n${config.signing.certificates}`;
  if (config.log.key) files[LOG] = config.log.key;
  return files;
}

/** Writes the files below DATA_DIR, readable by their owner only. */
export async function writeKeyFiles(dataDirectory: string, files: KeyFiles): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(dataDirectory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o600 });
    await chmod(path, 0o600);
  }
}
