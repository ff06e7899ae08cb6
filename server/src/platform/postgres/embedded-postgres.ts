import { randomInt } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isRunning } from '../files/file-lock.ts';
import { StartupProblem } from '../startup-problem.ts';
import { runProgram } from './postgres-binaries.ts';
import {
  type Cluster,
  explain,
  homeOf,
  OWNER,
  openCluster,
  passwordFile,
  type Tuning,
} from './postgres-cluster.ts';
import { createFitDatabase } from './script-letters.ts';
import { grantRights, makeServingRole, SERVING_ROLE } from './serving-role.ts';

export type EmbeddedPostgres = {
  /** The address of the database for the role that serves. */
  url: string;
  /** The address of the database for its owner, a superuser. */
  ownerUrl: string;
  /** Stops PostgreSQL; close your connections first. */
  stop(): Promise<void>;
};

type Log = { info(message: string): void; warn(message: string): void };
type Options = {
  dataDirectory: string;
  log: Log;
  /** Called if PostgreSQL ends by itself. The next start repairs the data. */
  ended?: () => void;
  /** If another process runs the server, it is used and left running. */
  mayShare?: boolean;
  /** Settings for test databases. */
  tuning?: Tuning;
};
type Addresses = Pick<EmbeddedPostgres, 'url' | 'ownerUrl'>;
type Postmaster = { pid: number; port: number };

const DATABASE = 'vialproof';
const START_SECONDS = 60;
const STOP_SECONDS = 8;
const TRIES = 20;
const PAUSE_MS = 500;
const WATCH_MS = 1_000;
/** Ports that other programs hardly use. */
const PORTS = { from: 20_000, to: 32_000 };

/** Settings for a machine with two processors and other programs. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  // A client that has died must not keep locks.
  tcp_keepalives_idle: 60,
};

/**
 * Starts PostgreSQL for `dataDirectory` on this machine, from its npm packages. Creates the database if needed. Only
 * one process at a time. Throws StartupProblem.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDirectory, log, ended, tuning } = options;
  const running = options.mayShare ? await runningServer(dataDirectory) : undefined;
  if (running) return { ...running, stop: async () => undefined };
  const cluster = await openCluster(dataDirectory, { tuning, log });
  try {
    await stop(cluster, log);
    const addresses = addressesOf(cluster.passwords, await start(cluster, tuning));
    await createDatabase(addresses.ownerUrl, cluster.passwords.serving);
    const unwatch = await watch(cluster.directory, ended);
    let stopping: Promise<void> | undefined;
    return {
      ...addresses,
      stop() {
        unwatch();
        stopping ??= stop(cluster, log).finally(cluster.release);
        return stopping;
      },
    };
  } catch (error) {
    await stop(cluster, log).finally(cluster.release);
    throw error;
  }
}

function addressesOf({ owner, serving }: Cluster['passwords'], port: number): Addresses {
  const addressOf = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { url: addressOf(SERVING_ROLE, serving), ownerUrl: addressOf(OWNER, owner) };
}

/** The addresses of the server that already runs on this folder. */
async function runningServer(dataDirectory: string): Promise<Addresses | undefined> {
  const directory = join(await homeOf(dataDirectory), 'cluster');
  const postmaster = await findPostmaster(directory);
  if (!postmaster) return undefined;
  const owner = await readFile(passwordFile(directory, OWNER), 'utf8');
  const serving = await readFile(passwordFile(directory, SERVING_ROLE), 'utf8').catch(() => {
    throw new StartupProblem(
      'The server that runs on this DATA_DIR is of a former release. Restart it with this one first.',
    );
  });
  return addressesOf({ owner, serving }, postmaster.port);
}

/** What postmaster.pid says, if its process runs. */
async function findPostmaster(directory: string): Promise<Postmaster | undefined> {
  const file = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = file.split('\n');
  const pid = Number(lines[0]);
  if (!isRunning(pid)) return undefined;
  // After a crash, another program may have the same process id.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  return command.includes('postgres') ? { pid, port: Number(lines[3]) } : undefined;
}

/** Starts the server on a free port; returns the port. */
async function start(cluster: Cluster, tuning: Tuning | undefined): Promise<number> {
  const log = logFile(cluster);
  await rename(log, `${log}.old`).catch(() => undefined);
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    const problem = await tryStart(cluster, { ...SETTINGS, ...tuning?.settings, port });
    if (problem === undefined) return port;
    // The port is used, or processes of a killed server are still ending.
    const isPassing = /Address already in use|shared memory block|lock file/.test(problem);
    if (!isPassing || attempt === TRIES) throw new StartupProblem(explain(problem, cluster.home));
    await pause(PAUSE_MS);
  }
}

const logFile = ({ home }: Cluster) => join(home, 'postgres.log');

/** Tries to start; returns the output after a failure. */
async function tryStart(cluster: Cluster, settings: object): Promise<string | undefined> {
  const log = logFile(cluster);
  await rm(log, { force: true });
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const { code, output } = await runProgram(cluster, 'pg_ctl', [
    'start',
    `--pgdata=${cluster.directory}`,
    `--log=${log}`,
    `--options=${options.join(' ')}`,
    '--wait',
    `--timeout=${START_SECONDS}`,
    '--silent',
  ]);
  if (code === 0) return undefined;
  const written = await readFile(log, 'utf8').catch(() => '');
  return `${output}\n${written}`.trim();
}

/** Stops the server, or removes what a killed one left. */
async function stop(cluster: Cluster, log: Log): Promise<void> {
  if (await findPostmaster(cluster.directory)) {
    const { output } = await runProgram(cluster, 'pg_ctl', [
      'stop',
      `--pgdata=${cluster.directory}`,
      '--mode=fast',
      '--wait',
      `--timeout=${STOP_SECONDS}`,
      '--silent',
    ]);
    if (await findPostmaster(cluster.directory)) {
      log.warn(`PostgreSQL did not stop in time: ${output}`);
      return;
    }
  }
  await rm(join(cluster.directory, 'postmaster.pid'), { force: true });
}

/** Calls `ended` when the server has ended. */
async function watch(directory: string, ended: (() => void) | undefined): Promise<() => void> {
  const started = await findPostmaster(directory);
  let isWatching = true;
  const timer = setInterval(async () => {
    const now = await findPostmaster(directory);
    if (!isWatching || (now && now.pid === started?.pid)) return;
    unwatch();
    ended?.();
  }, WATCH_MS).unref();
  function unwatch(): void {
    isWatching = false;
    clearInterval(timer);
  }
  return unwatch;
}

/** Creates the database if needed, and the role that serves. A cluster of a former release lacks that role. */
async function createDatabase(ownerUrl: string, servingPassword: string): Promise<void> {
  await withClient(ownerUrl.replace(/[^/]+$/, 'postgres'), async (client) => {
    const { rows } = await client.query<{ open: boolean }>(
      'SELECT datallowconn AS open FROM pg_database WHERE datname = $1',
      [DATABASE],
    );
    if (rows.length === 0) await client.query(createFitDatabase(DATABASE));
    // If a move to another database was interrupted, the database may still be closed.
    if (rows[0]?.open === false) await client.query(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
    await makeServingRole(client, servingPassword);
  });
  await withClient(ownerUrl, grantRights);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
