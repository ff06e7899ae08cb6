import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { deployFile } from './deploy-files.ts';
import type { Place } from './place.ts';
import { Program, until } from './program.ts';

/** A PostgreSQL with the Patroni that runs it. */
type Server = { name: 'db1' | 'db2'; patroni: Program; port: number; api: string; data: string };
type Member = { name: string; role: string; state: string };

/** Two PostgreSQL under Patroni, one of them primary and the other a synchronous standby, and an etcd. */
export class DatabaseServers {
  readonly servers: readonly [Server, Server];
  readonly #etcd: Program;
  readonly #password: string;
  readonly #configuration: string;

  private constructor(
    etcd: Program,
    servers: readonly [Server, Server],
    { password, configuration }: { password: string; configuration: string },
  ) {
    this.#etcd = etcd;
    this.servers = servers;
    this.#password = password;
    this.#configuration = configuration;
  }

  static async prepare(place: Place): Promise<DatabaseServers> {
    const servers = [await prepareServer(place, 'db1'), await prepareServer(place, 'db2')] as const;
    const password = place.password('SUPERUSER');
    const configuration = join(place.directory, 'db1.yml');
    return new DatabaseServers(etcdOf(place), servers, { password, configuration });
  }

  /** Starts both, and waits for the standby. */
  async start(): Promise<void> {
    for (const program of this.programs) program.start();
    await this.untilWhole();
  }

  /** Patroni of both, and etcd. */
  get programs(): Program[] {
    return [this.#etcd, ...this.servers.map(({ patroni }) => patroni)];
  }

  async #members(): Promise<Member[]> {
    for (const { api } of this.servers) {
      const answer = await fetch(`${api}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** The primary and the other one. */
  async roles(): Promise<{ primary: Server; standby: Server }> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader')?.name;
    const [one, other] = this.servers;
    if (leader === one.name) return { primary: one, standby: other };
    if (leader === other.name) return { primary: other, standby: one };
    throw new Error('no PostgreSQL is primary');
  }

  /** Waits until one is primary and the other a synchronous standby. */
  untilWhole(): Promise<void> {
    return until('a primary with a synchronous standby', async () => {
      const roles = (await this.#members()).map(({ role }) => role).sort();
      return roles.join() === 'leader,sync_standby';
    });
  }

  /** Kills Patroni and every process of its PostgreSQL. */
  async kill({ patroni, data }: Server): Promise<void> {
    const [postmaster = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    const ended = patroni.kill();
    for (const pid of [postmaster, ...(children.match(/\d+/g) ?? [])]) killIfRunning(Number(pid));
    await ended;
  }

  /** Makes the standby the primary, as an operator does it. */
  async switchOver(): Promise<void> {
    const { primary, standby } = await this.roles();
    const words = [
      'switchover',
      'vialproof',
      '--leader',
      primary.name,
      '--candidate',
      standby.name,
      '--force',
    ];
    await promisify(execFile)('patronictl', ['--config-file', this.#configuration, ...words]);
  }

  /** Waits until this server writes. Returns the moment. */
  async untilWrites({ name, port }: Server): Promise<number> {
    const connectionString = `postgres://postgres:${this.#password}@127.0.0.1:${port}/postgres`;
    const pool = new pg.Pool({ connectionString, max: 1 });
    pool.on('error', () => undefined);
    try {
      await until(`${name} writes`, async () => {
        // A message in PostgreSQL's log is a write that needs no table.
        await pool.query("SELECT pg_logical_emit_message(true, 'cluster', '')");
        return true;
      });
      return performance.now();
    } finally {
      await pool.end();
    }
  }

  /** Stops all. A Patroni that does not stop is killed, and then its PostgreSQL too. */
  async end(): Promise<void> {
    await Promise.all(this.servers.map(({ patroni }) => patroni.end()));
    await Promise.all(this.servers.map((server) => this.kill(server).catch(() => undefined)));
    await this.#etcd.end();
  }
}

function etcdOf({ ports, directory, log, account }: Place): Program {
  const [clients, peers] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.etcdPeer}`];
  const options = {
    'data-dir': join(directory, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return new Program('etcd', ['etcd', ...words], { log: log('etcd'), account });
}

async function prepareServer(place: Place, name: 'db1' | 'db2'): Promise<Server> {
  const { ports, directory, account } = place;
  const [port, api] = [ports[name], ports[`${name}Api`]];
  const data = join(directory, name);
  const archive = join(directory, 'archive-wal.sh');
  await writeFile(archive, await deployFile('archive-wal.sh'), { mode: 0o755 });
  const text = await deployFile('patroni.yml', [
    ['name: db1', `name: ${name}`],
    ['10.0.0.11:8008', `127.0.0.1:${api}`],
    ['10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379', `127.0.0.1:${ports.etcd}`],
    ['10.0.0.11:5432', `127.0.0.1:${port}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/var/lib/postgresql/15/vialproof', data],
    ['/var/run/postgresql', directory],
    ['/opt/vialproof/deploy/archive-wal.sh', archive],
    ['/archive/', `${place.folder('archive')}/`],
    ...['API', 'SUPERUSER', 'REPLICATION', 'REWIND'].map(
      (whose) => [`${whose}-PASSWORD`, place.password(whose)] as const,
    ),
  ]);
  const file = join(directory, `${name}.yml`);
  await writeFile(file, text);
  const env = { HOME: place.folder(`home-${name}`) };
  const patroni = new Program(name, ['patroni', file], { log: place.log(name), env, account });
  return { name, patroni, port, api: `http://127.0.0.1:${api}`, data };
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with the postmaster.
  }
}
