import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { scratchDirectory } from './scratch.ts';

/** Settings of a database that needs no durability: no WAL for crashes or standbys, no processes that read ahead. */
const TUNING = {
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    io_method: 'sync',
  },
  // Tests open connections all the time, with a password that is used only here.
  initdb: ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'],
};

/** Waits for the end of its input, which closes with the parent process, even by kill -9. */
const GUARD = 'cat >/dev/null; kill -QUIT "$0" 2>/dev/null && sleep 1; rm -rf "$1"';

/**
 * A PostgreSQL for a run of tests or benchmarks that ends with its parent process, however that ends: otherwise each
 * interrupted run would leave a running server and its files.
 */
export async function throwawayPostgres(
  name: string,
  log: { info(message: string): void; warn(message: string): void },
): Promise<EmbeddedPostgres & { directory: string }> {
  const directory = await scratchDirectory(name);
  const dataDirectory = join(directory, 'postgres');
  const { url, stop } = await startEmbeddedPostgres({ dataDirectory, log, tuning: TUNING });
  const [pid = ''] = (await readFile(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  // Ctrl-C reaches the whole process group of the terminal; the guard must survive that.
  const guard = spawn('/bin/sh', ['-c', GUARD, pid, directory], {
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(guard, 'exit');
  guard.unref();
  return {
    url,
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
