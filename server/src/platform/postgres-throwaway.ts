import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, isPresent, runProgram, type SystemUser } from './postgres-binaries.ts';
import { ORIGIN } from './postgres-origin.ts';

/** What the guard must know of a cluster. */
type Guarded = { directory: string; home: string; binaries: Binaries; user: SystemUser | undefined };

/** Linux's folder for files in memory. Programs are often not allowed to run from there. */
export const MEMORY = '/dev/shm';

/** How the folders of tests begin, in the system's folder for temporary files or in memory: nobody needs them tomorrow. */
export const SCRATCH = 'vialproof-scratch-';

/** Waits for the end of its input, which comes with the end of whoever holds it, by kill -9 too. */
const guard = 'cat >/dev/null; "$0" stop --pgdata="$1" --mode=immediate --wait --silent; rm -rf "$1"';

/**
 * Sees that a database of a test run goes with the process that made it, however that ends: otherwise each interrupted
 * run would leave a running server and its files behind. Returns what ends it now.
 */
export function guardThrowaway(cluster: Guarded): () => Promise<void> {
  const child = spawn(
    '/bin/sh',
    ['-c', guard, join(cluster.binaries.native, 'bin', 'pg_ctl'), cluster.directory],
    {
      cwd: cluster.home,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      // Ctrl-C reaches everything in the terminal's group; the guard must outlive that.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      ...cluster.user,
    },
  );
  const ended = once(child, 'exit');
  child.unref();
  return async () => {
    child.ref();
    child.stdin.end();
    await ended;
    await rm(cluster.home, { recursive: true, force: true });
  };
}

/**
 * Removes what tests run by root left in `parent` when their data directory, in a folder of tests, was deleted. Databases of
 * any other directory stay: its disk may only be away for a while, or it may have been deleted by mistake.
 */
export async function removeOrphans(parent: string, binaries: Binaries): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const home = join(parent, name);
    const origin = await readFile(join(home, ORIGIN), 'utf8').catch(() => '');
    const wasOfTests = [tmpdir(), MEMORY].some((folder) => origin.startsWith(join(folder, SCRATCH)));
    if (!wasOfTests || (await isPresent(origin))) continue;
    const user = await stat(join(home, 'cluster')).catch(() => undefined);
    const options = ['stop', `--pgdata=${join(home, 'cluster')}`, '--mode=immediate', '--wait', '--silent'];
    if (user)
      await runProgram(binaries, 'pg_ctl', options, {
        directory: home,
        user: { uid: user.uid, gid: user.gid },
      });
    await rm(home, { recursive: true, force: true });
  }
}
