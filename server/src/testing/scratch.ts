import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of Linux that is in memory. */
const MEMORY = '/dev/shm';
/** The databases of one test run need less than this. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Creates a temporary folder, in memory if there is space: a copied database has hundreds of small files, which take
 * half a second on some disks. PostgreSQL's own user can read it.
 */
export async function scratchDirectory(name: string): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const directory = await mkdtemp(
    join(free >= ENOUGH_BYTES ? MEMORY : tmpdir(), `vialproof-scratch-${name}-`),
  );
  await chmod(directory, 0o711);
  return directory;
}
