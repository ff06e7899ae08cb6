import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder for files in memory. */
const MEMORY = '/dev/shm';
/** Upper limit for the databases of a test run. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A new temporary folder: in memory if the system has space there, because a database clone has hundreds of small files
 * and takes half a second on some disks. Readable for the account of root's PostgreSQL.
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
