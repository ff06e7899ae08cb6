import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMORY, SCRATCH } from '../platform/postgres-throwaway.ts';

/** What a test run's databases may come to, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A new folder that nobody needs tomorrow: in memory where the system has such a place with room, because a clone of the
 * database is hundreds of small files, and on some disks half a second.
 */
export async function scratchDirectory(name: string): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(free >= ENOUGH_BYTES ? MEMORY : tmpdir(), `${SCRATCH}${name}-`));
}
