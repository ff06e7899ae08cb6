import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { scratchDirectory } from './scratch.ts';

const INI = fileURLToPath(new URL('../../../deploy/pgbouncer.ini', import.meta.url));
const PROGRAM = '/usr/sbin/pgbouncer';
/** PgBouncer does not run as root. */
const ACCOUNT = process.getuid?.() === 0 ? ['--user', 'postgres'] : [];

/**
 * Debian's PgBouncer in front of this database, with deploy/pgbouncer.ini. `settings` replaces some of its lines, and an
 * empty value removes one. It is ended with the test.
 */
export async function pgBouncer(url: string, settings: Record<string, string> = {}) {
  const { hostname, port, pathname, username, password } = new URL(url);
  const directory = await scratchDirectory('pgbouncer');
  const ownPort = await freePort();
  const users = join(directory, 'userlist.txt');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  let ini = await readFile(INI, 'utf8');
  for (const [name, value] of Object.entries({
    vialproof: `host=${hostname} port=${port} dbname=${pathname.slice(1)}`,
    listen_port: `${ownPort}`,
    auth_file: users,
    stats_users: username,
    logfile: '',
    pidfile: '',
    unix_socket_dir: '',
    ...settings,
  })) {
    const line = value && `${name} = ${value}`;
    const known = new RegExp(`^${name} = .*$`, 'm');
    ini = known.test(ini) ? ini.replace(known, line) : `${ini}${line}\n`;
  }
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(file, ini);
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(PROGRAM, [...ACCOUNT, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    running = started;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const fail = () =>
        reject(new Error(`PgBouncer of Debian does not run (apt-get install pgbouncer): ${said}`));
      started.once('error', fail);
      started.once('exit', fail);
      started.stderr.on('data', (bytes) => {
        said += bytes;
        if (said.includes('process up')) resolve();
      });
    });
  }

  async function end(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  onTestFinished(async () => {
    await end();
    await rm(directory, { recursive: true, force: true });
  });
  await start();
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', pathname: '/vialproof' });
  through.port = String(ownPort);
  return { url: through.href, start, end };
}

/** A port that is free, below those that the system gives to connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = randomInt(20_000, 32_000);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
