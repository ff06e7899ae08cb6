import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder for files in memory. */
const MEMORY = '/dev/shm';
/** What a test run's databases may come to, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A new folder that nobody needs tomorrow: in memory where the system has such a place with room, because a clone of the
 * database is hundreds of small files, and on some disks half a second. The account that runs root's PostgreSQL can pass.
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
