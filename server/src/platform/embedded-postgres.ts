import { randomInt } from 'node:crypto';
import { readFile, realpath, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { saysDiskFull } from './disk-full.ts';
import { isRunning, withFileLock } from './file-lock.ts';
import { runProgram } from './postgres-binaries.ts';
import { type Cluster, explain, OWNER, prepareCluster } from './postgres-cluster.ts';
import { postgresSettings } from './postgres-settings.ts';
import { guardThrowaway } from './postgres-throwaway.ts';
import { StartupProblem } from './startup-problem.ts';

export type EmbeddedPostgres = {
  /** Address of the database `vialproof`, superuser and password included. It stays valid until stop(). */
  url: string;
  /** Stops PostgreSQL unless somebody else is connected; close your own pools first. */
  stop(): Promise<void>;
};

type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };
type Running = { client: pg.Client; port: number };
type Postmaster = { pid: number; port: number; isReady: boolean };

const DATABASE = 'vialproof';
const HOLDER = 'vialproof holder';
const startLimitMs = 60_000;
const leaveLimitMs = 1_000;
const firstRetryMs = 250;
const lastRetryMs = 15_000;
const pollMs = 25;
const logLimitBytes = 10_000_000;
/** Below the range from which systems give ports to outgoing connections. */
const ports = { from: 20_000, to: 32_000 };

/**
 * Serves the PostgreSQL cluster of `dataDirectory` on 127.0.0.1, on the programs that the packages bring; makes it when
 * absent, uses it when it already runs (another instance, or a process killed before it could stop), and brings it back
 * on the same port when it dies. `throwaway` trades the safety of the data for speed, and the database goes with the
 * process that made it: for tests only.
 * Throws StartupProblem with a sentence for the person at the terminal.
 */
export async function startEmbeddedPostgres(options: {
  dataDirectory: string;
  log: Log;
  throwaway?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDirectory, log, throwaway = false } = options;
  const lockFile = join(dataDirectory, 'lock');
  const { cluster, ...started } = await plainly(dataDirectory, () =>
    withFileLock(lockFile, async () => {
      const cluster = await prepareCluster(dataDirectory, { throwaway, log });
      const running = await bringUp(cluster, throwaway, undefined);
      try {
        await createDatabase(running.client);
      } catch (error) {
        await leave(cluster, running.client, log);
        throw error;
      }
      return { cluster, ...running };
    }),
  );
  const { port } = started;
  const throwAway = throwaway ? guardThrowaway(cluster) : undefined;
  let holder = started.client;
  let stopping: Promise<void> | undefined;

  function hold(client: pg.Client): void {
    holder = client;
    client.once('end', () => {
      if (stopping === undefined) void revive();
    });
  }

  async function revive(): Promise<void> {
    log.warn('PostgreSQL went away; bringing it back');
    for (let wait = firstRetryMs; stopping === undefined; wait = Math.min(2 * wait, lastRetryMs)) {
      try {
        const running = await withFileLock(lockFile, () => bringUp(cluster, throwaway, port));
        if (stopping !== undefined) await running.client.end();
        else hold(running.client);
        log.info('PostgreSQL is back');
        return;
      } catch (error) {
        // A full disk, for one, gets room again.
        const reason = error instanceof Error ? error.message : error;
        if (wait === firstRetryMs)
          log.error(`PostgreSQL could not be brought back, and is tried again: ${reason}`);
      }
      await pause(wait, undefined, { ref: false });
    }
  }

  async function shutDown(): Promise<void> {
    const work = async () => {
      if (!throwAway) return leave(cluster, holder, log);
      await holder.end().catch(() => undefined);
      return throwAway();
    };
    await withFileLock(lockFile, work).catch((error: unknown) => {
      if (!saysDiskFull(error)) throw error;
      // A full disk takes no lock, from nobody: whoever would start now cannot either.
      return work();
    });
  }

  hold(started.client);
  const url = `postgres://${OWNER}:${cluster.password}@127.0.0.1:${port}/${DATABASE}`;
  return {
    url,
    stop() {
      stopping ??= shutDown();
      return stopping;
    },
  };
}

/** Connects to the running server of the cluster, or starts one. `port` undefined: any free one. */
async function bringUp(cluster: Cluster, throwaway: boolean, port: number | undefined): Promise<Running> {
  const from = performance.now();
  for (;;) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.isReady) {
      const client = await connect(cluster, postmaster.port);
      if (client) return { client, port: postmaster.port };
    } else if (!postmaster) {
      const refusal = await start(cluster, throwaway, port ?? (await freePort()));
      if (refusal !== undefined && performance.now() - from > startLimitMs / 4)
        throw new StartupProblem(refusal);
      if (refusal === undefined) continue;
    }
    if (performance.now() - from > startLimitMs) {
      throw new StartupProblem(
        `PostgreSQL did not become ready within ${startLimitMs / 1000} seconds; see ${logFile(cluster)}.`,
      );
    }
    await pause(pollMs);
  }
}

/** What postmaster.pid says, if the process that wrote it is alive; lines after PostgreSQL's miscinit/pidfile.h. */
async function readPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = join(cluster.directory, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!isRunning(pid)) return undefined;
  // After a crash its number may belong to another program, or to a zombie that nobody collects (in containers):
  // PostgreSQL would then refuse to start because of the file.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  if (!command.includes('postgres')) {
    await rm(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** A connection to this very cluster, or undefined when there is none to be had yet. */
async function connect(cluster: Cluster, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: OWNER,
    password: cluster.password,
    database: 'postgres',
    application_name: HOLDER,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // The end of the connection is noticed by 'end'; an 'error' that nobody listens to would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const served = await realpath(rows[0]?.data_directory ?? '');
    if (served === (await realpath(cluster.directory))) return client;
  } catch {
    // Starting, stopping or recovering: the caller looks again.
  }
  await client.end().catch(() => undefined);
  return undefined;
}

/** Starts the server and waits until it is ready. Returns why not, when another attempt may succeed. */
async function start(cluster: Cluster, throwaway: boolean, port: number): Promise<string | undefined> {
  const log = logFile(cluster);
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  if (size > logLimitBytes) await truncate(log);
  const before = size > logLimitBytes ? 0 : size;
  const { code, output } = await runProgram(
    cluster.binaries,
    'pg_ctl',
    [
      'start',
      `--pgdata=${cluster.directory}`,
      `--log=${log}`,
      `--options=${postgresSettings(port, throwaway)}`,
      '--wait',
      `--timeout=${startLimitMs / 1000}`,
      '--silent',
    ],
    placeOf(cluster),
  );
  if (code === 0) return undefined;
  const written = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(before).toString();
  const reason = explain(`${output}\n${written}`.trim(), cluster.home);
  // The port was taken between looking and starting; or the processes of a killed server have not all gone yet.
  if (/Address already in use|shared memory block|lock file/.test(written)) return reason;
  throw new StartupProblem(reason);
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}

/** Stops the server unless others are connected to it. The caller holds the lock. */
async function leave(cluster: Cluster, client: pg.Client, log: Log): Promise<void> {
  const others = await othersAfterLeaving(client).catch(() => 0);
  await client.end().catch(() => undefined);
  if (others > 0) {
    log.info(`PostgreSQL stays up: ${others} other connections are open`);
    return;
  }
  const options = [
    'stop',
    `--pgdata=${cluster.directory}`,
    '--mode=fast',
    '--wait',
    '--timeout=8',
    '--silent',
  ];
  const { code, output } = await runProgram(cluster.binaries, 'pg_ctl', options, placeOf(cluster));
  if (code !== 0 && (await readPostmaster(cluster))) log.warn(`PostgreSQL did not stop in time: ${output}`);
}

/** How many other clients are connected, after a moment in which our own pool's connections may go. */
async function othersAfterLeaving(client: pg.Client): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await client.query<{ others: number; holders: number }>(
      `SELECT count(*)::int AS others, (count(*) FILTER (WHERE application_name = $1))::int AS holders
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      [HOLDER],
    );
    const { others = 0, holders = 0 } = rows[0] ?? {};
    if (others === 0 || holders > 0 || performance.now() - from > leaveLimitMs) return others;
    await pause(pollMs);
  }
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Turns what the file system refuses into a sentence. */
async function plainly<T>(dataDirectory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const detail = error instanceof Error ? error.message : '';
    if (saysDiskFull(error)) {
      throw new StartupProblem(
        `The disk is full, and PostgreSQL cannot start. Make room and start again. (${detail})`,
      );
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new StartupProblem(
        `This user may not write where the database of ${dataDirectory} is kept. Start as the user who made it, or set DATA_DIR. (${detail})`,
      );
    }
    throw error;
  }
}

function logFile(cluster: Cluster): string {
  return join(cluster.home, 'postgres.log');
}

function placeOf(cluster: Cluster) {
  return { directory: cluster.home, user: cluster.user };
}
