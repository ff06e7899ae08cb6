import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFile, chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runProgram } from '../platform/postgres/postgres-binaries.ts';
import { homeOf } from '../platform/postgres/postgres-cluster.ts';

/** A running server with its folder, as `throwawayPostgres` gives it, with `wal_level = replica`. */
type Primary = { url: string; ownerUrl: string; directory: string };

/** Capacities must not be smaller than those of the primary. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  max_wal_senders: 5,
  fsync: 'off',
  log_statement: 'all',
  // Replaying never waits for a read: the read fails.
  max_standby_streaming_delay: 0,
};

const run = promisify(execFile);

async function asOwner<Row extends pg.QueryResultRow>(url: string, statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Copies the files of the primary while it runs. */
async function copyOf({ ownerUrl, directory }: Primary): Promise<string> {
  const from = join(await homeOf(join(directory, 'postgres')), 'cluster');
  const to = join(directory, 'standby');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await run('cp', ['-a', from, to]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(join(to, 'postmaster.pid'));
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(to, 'standby.signal'), '');
  const { port, username, password } = new URL(ownerUrl);
  const parts = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${parts}'\n`);
  const { uid, gid } = await stat(from);
  for (const name of ['backup_label', 'standby.signal']) await chown(join(to, name), uid, gid);
  return to;
}

/** A streaming standby of this server. Its files lie in the folder of the primary. */
export async function streamingStandby(primary: Primary) {
  const cluster = await copyOf(primary);
  const log = join(primary.directory, 'standby.log');
  const port = randomInt(20_000, 32_000);
  // The file begins with the path of the program that the primary runs.
  const [, program = ''] = /^(\S+)/.exec(await readFile(join(cluster, 'postmaster.opts'), 'utf8')) ?? [];
  const { uid, gid } = await stat(cluster);
  const place = {
    home: primary.directory,
    binaries: { native: dirname(dirname(program)), version: '' },
    user: process.getuid?.() === 0 ? { uid, gid } : undefined,
  };
  await writeFile(log, '');
  await chown(log, uid, gid);

  async function control(...options: string[]): Promise<void> {
    const { code, output } = await runProgram(place, 'pg_ctl', [
      ...options,
      `--pgdata=${cluster}`,
      '--wait',
      '--silent',
    ]);
    if (code !== 0) throw new Error(`pg_ctl ${options[0]}: ${output}\n${await readFile(log, 'utf8')}`);
  }
  const settings = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `-c ${name}=${value}`);
  const start = () => control('start', `--log=${log}`, `--options=${settings.join(' ')}`);
  await start();
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;

  return {
    url: at(primary.url),
    start,
    stop: () => control('stop', '--mode=immediate'),
    promote: () => control('promote'),
    run: (statement: string) => asOwner(at(primary.ownerUrl), [statement]),
    /** Every statement that reached it. */
    statements: () => readFile(log, 'utf8'),
  };
}
