import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './postgres-cluster.ts';

/** Waits for the end of its input, which comes with the end of whoever holds it, by kill -9 too. */
const guard = 'cat >/dev/null; "$0" stop --pgdata="$1" --mode=immediate --wait --silent; rm -rf "$1"';

/**
 * Sees that a database of a test run goes with the process that made it, however that ends: otherwise each interrupted
 * run would leave a running server and its files behind. Returns what ends it now.
 */
export function guardThrowaway(cluster: Cluster): () => Promise<void> {
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
