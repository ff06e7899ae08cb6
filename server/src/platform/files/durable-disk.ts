import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FSDriver } from 'flydrive/drivers/fs';

/**
 * Files on disk that are complete under their names, even after a power cut. A crash may leave a file with a temporary
 * name.
 */
export class DurableDisk extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const { location } = this.options;
    const path = resolve(location instanceof URL ? fileURLToPath(location) : location, key);
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    await writeSynced(draft, contents);
    await rename(draft, path);
    await syncDirectory(dirname(path));
  }
}

async function writeSynced(path: string, contents: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes sure that new names in a folder survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows saves the new names in a folder itself.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
