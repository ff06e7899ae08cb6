import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { scratchDirectory } from './scratch.ts';

/** Settings for a database that may lose its data: no log for crashes or copies, no reading in advance. */
const TUNING = {
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    io_method: 'sync',
  },
  // Tests open many connections, so the fast password method is used. The password exists only here.
  initdb: ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'],
};

/** Waits until its input closes. That happens when the parent process ends, even after kill -9. */
const GUARD = 'cat >/dev/null; kill -QUIT "$0" 2>/dev/null && sleep 1; rm -rf "$1"';

/**
 * Starts a PostgreSQL for tests or benchmarks. It stops when its parent process ends for any reason, so no server and
 * no files stay behind.
 * @param settings instead of those for tests.
 */
export async function throwawayPostgres(
  name: string,
  log: { info(message: string): void; warn(message: string): void },
  settings: Record<string, string | number> = {},
): Promise<EmbeddedPostgres & { directory: string }> {
  const directory = await scratchDirectory(name);
  const dataDirectory = join(directory, 'postgres');
  const tuning = { ...TUNING, settings: { ...TUNING.settings, ...settings } };
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDirectory, log, tuning });
  const [pid = ''] = (await readFile(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  // Ctrl-C stops all processes of a terminal group, so the guard gets its own group.
  const guard = spawn('/bin/sh', ['-c', GUARD, pid, directory], {
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guard, 'exit');
  guard.unref();
  return {
    url,
    ownerUrl,
    directory,
    async stop() {
      await stop();
      guard.ref();
      guard.stdin.end();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
