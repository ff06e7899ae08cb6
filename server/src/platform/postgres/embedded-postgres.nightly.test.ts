import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartupProblem } from '../startup-problem.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { explain } from './postgres-cluster.ts';

let parent: string;
let dataDirectory: string;
const log = { info: () => undefined, warn: () => undefined };
const start = () => startEmbeddedPostgres({ dataDirectory, log });

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vialproof-postgres-'));
  dataDirectory = join(parent, 'postgres');
});

afterAll(async () => {
  // For root, the database is outside this directory.
  const home = await homeOf();
  if (home !== dataDirectory) await rm(home, { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true });
});

describe('PostgreSQL runs inside the server (embedded)', { timeout: 60_000 }, () => {
  test('the embedded database is created empty and needs its password', async () => {
    const server = await start();
    expect(new URL(server.ownerUrl).hostname).toBe('127.0.0.1');
    expect(await ask(server, 'SELECT version()')).toContain('PostgreSQL 18');
    expect(await ask(server, 'SHOW fsync')).toBe('on');
    const open = await stat(join(await homeOf(), 'cluster', 'vialproof.password'));
    expect(open.mode & 0o777).toBe(0o600);
    const stranger = new URL(server.ownerUrl);
    stranger.password = 'guessed';
    await expect(ask({ ownerUrl: stranger.href }, 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await server.stop();
    await expect(ask(server, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('after a kill -9, the embedded database starts with all written data', async () => {
    const child = await startElsewhere({ dataDirectory });
    await ask(child, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await child.kill();
    const server = await start();
    expect(await ask(server, 'SELECT answer FROM kept')).toBe(42);
    await server.stop();
    await expect(ask(server, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a second process on the same directory is refused, except a command that shares the database', {
    timeout: 60_000,
  }, async () => {
    const child = await startElsewhere({ dataDirectory });
    await expect(start()).rejects.toThrow(/is in use by process \d+\. .* set DATA_DIR/);
    const shared = await startEmbeddedPostgres({ dataDirectory, log, mayShare: true });
    expect(shared.ownerUrl).toBe(child.ownerUrl);
    await shared.stop();
    expect(await ask(child, 'SELECT answer FROM kept')).toBe(42);
    await child.kill();
    await (await start()).stop();
  });

  test('a kill -9 is reported, and the next start recovers the database', async () => {
    const ended = vi.fn();
    const server = await startEmbeddedPostgres({ dataDirectory, log, ended });
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), 20_000);
    await server.stop();
    const again = await start();
    expect(await ask(again, 'SELECT answer FROM kept')).toBe(42);
    await again.stop();
  });

  test('the database continues after the crash of one of its own processes', async () => {
    const ended = vi.fn();
    const server = await startEmbeddedPostgres({ dataDirectory, log, ended });
    const backend = new pg.Client({ connectionString: server.ownerUrl });
    const isOver = new Promise((resolve) => backend.on('error', () => undefined).once('end', resolve));
    await backend.connect();
    const { rows } = await backend.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await isOver;
    await expect
      .poll(() => ask(server, 'SELECT answer FROM kept').catch(() => undefined), { timeout: 20_000 })
      .toBe(42);
    expect(ended).not.toHaveBeenCalled();
    await server.stop();
  });

  test('the database starts although its pid file names another program', async () => {
    const file = join(await homeOf(), 'cluster', 'postmaster.pid');
    await writeFile(file, `${process.pid}\n/elsewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);
    const server = await start();
    expect(await ask(server, 'SELECT 1')).toBe(1);
    await server.stop();
  });

  test('no process is left running if the database cannot be created', async () => {
    const server = await start();
    const maintenance = { ownerUrl: server.ownerUrl.replace(/vialproof$/, 'postgres') };
    await ask(maintenance, 'DROP DATABASE vialproof');
    await ask(maintenance, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await server.stop();
    await expect(start()).rejects.toThrow(/read-only/);
    const cluster = join(await homeOf(), 'cluster');
    await writeFile(join(cluster, 'postgresql.auto.conf'), '');
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
    await (await start()).stop();
  });

  test('files of another PostgreSQL version are reported', async () => {
    const file = join(await homeOf(), 'cluster', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '99\n');
    const failure = await start().catch((error: unknown) => error);
    await writeFile(file, version);
    expect(failure).toBeInstanceOf(StartupProblem);
    expect(failure).toHaveProperty('message', expect.stringMatching(/initialized by PostgreSQL version 99/));
  });

  test('if the database is missing from its place, no new one is created', async () => {
    const elsewhere = join(parent, 'other');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'place'), join(parent, 'nowhere'));
    await expect(startEmbeddedPostgres({ dataDirectory: elsewhere, log })).rejects.toThrow(
      /was kept in .*nowhere/,
    );
  });

  test('a throwaway database ends with the process that started it, even after a kill -9', async () => {
    const child = await startElsewhere('throwaway');
    const directory = String(await ask(child, 'SHOW data_directory'));
    expect(await ask(child, 'SHOW fsync')).toBe('off');
    expect(existsSync(directory)).toBe(true);
    await child.kill();
    await expect.poll(() => existsSync(join(directory, '../..')), { timeout: 10_000 }).toBe(false);
    await expect(ask(child, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a full disk is reported in a sentence', () => {
    const words = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
    expect(explain(words, '/srv/data')).toMatch(/^The disk that holds \/srv\/data is full/);
  });
});

/** Asks as the owner of the database. */
async function ask(server: Pick<EmbeddedPostgres, 'ownerUrl'>, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function homeOf(): Promise<string> {
  const place = await readFile(join(dataDirectory, 'place'), 'utf8').catch(() => dataDirectory);
  return place.trim();
}

async function postmasterPid(): Promise<number> {
  const file = await readFile(join(await homeOf(), 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

/** Starts PostgreSQL from another process, which can be killed. */
async function startElsewhere(what: { dataDirectory: string } | 'throwaway') {
  const log = '{ info() {}, warn() {} }';
  const [module, start] =
    what === 'throwaway'
      ? ['../../testing/throwaway-postgres.ts', `throwawayPostgres('throwaway', ${log})`]
      : ['./embedded-postgres.ts', `startEmbeddedPostgres({ ...${JSON.stringify(what)}, log: ${log} })`];
  const program = `import * as module from ${JSON.stringify(new URL(module, import.meta.url).href)};
    console.log((await module.${start}).ownerUrl);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ownerUrl = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return {
    ownerUrl,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
