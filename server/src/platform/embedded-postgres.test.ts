import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { explain } from './postgres-cluster.ts';
import { MEMORY, SCRATCH } from './postgres-throwaway.ts';
import { StartupProblem } from './startup-problem.ts';

let parent: string;
let dataDirectory: string;
const said: string[] = [];
const log = {
  info: (message: string) => said.push(message),
  warn: (message: string) => said.push(message),
  error: (message: string) => said.push(message),
};
const start = () => startEmbeddedPostgres({ dataDirectory, log });

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), `${SCRATCH}postgres-`));
  dataDirectory = join(parent, 'postgres');
});

afterAll(async () => {
  // Run by root, the database lies outside; it must not outlive the test.
  const home = await homeOf();
  if (home !== dataDirectory) await rm(home, { recursive: true, force: true });
  await rm(parent, { recursive: true, force: true });
});

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('makes an empty database that only its password opens', async () => {
    const server = await start();
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(await ask(server, 'SELECT version()')).toContain('PostgreSQL 18');
    expect(await ask(server, 'SHOW fsync')).toBe('on');
    const open = await stat(join(await homeOf(), 'cluster', 'vialproof.password'));
    expect(open.mode & 0o777).toBe(0o600);
    const stranger = new URL(server.url);
    stranger.password = 'guessed';
    await expect(ask({ url: stranger.href }, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await server.stop();
    await expect(ask(server, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('is shared by two instances, started together, and stops with the last', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two.url).toBe(one.url);
    await one.stop();
    expect(await ask(two, 'SELECT 1 + 1')).toBe(2);
    await two.stop();
    await expect(ask(two, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('stays up while a stranger is connected', async () => {
    const server = await start();
    const visitor = new pg.Client({ connectionString: server.url });
    await visitor.connect();
    await server.stop();
    expect((await visitor.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
    await visitor.end();
    await (await start()).stop();
  });

  test('outlives a process killed with -9, and the next one uses it', async () => {
    const child = await startElsewhere({ dataDirectory });
    await child.kill();
    const server = await start();
    expect(server.url).toBe(child.url);
    await server.stop();
  });

  test('comes back at the same address, nothing lost, when it is killed with -9', async () => {
    const server = await start();
    await ask(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(await postmasterPid(), 'SIGKILL');
    await expect
      .poll(() => ask(server, 'SELECT answer FROM kept').catch(() => undefined), { timeout: 20_000 })
      .toBe(42);
    await server.stop();
    expect(said).toContain('PostgreSQL is back');
  });

  test('is tried again until it comes back, when what kept it down is over', async () => {
    const server = await start();
    const settings = join(await homeOf(), 'cluster', 'postgresql.auto.conf');
    await writeFile(settings, 'no_such_setting = 1');
    process.kill(await postmasterPid(), 'SIGKILL');
    const down = 'PostgreSQL could not be brought back, and is tried again';
    await expect.poll(() => said.some((words) => words.startsWith(down)), { timeout: 20_000 }).toBe(true);
    await writeFile(settings, '');
    await expect.poll(() => ask(server, 'SELECT 1').catch(() => undefined), { timeout: 20_000 }).toBe(1);
    await server.stop();
  });

  test('starts although its pid file names another program', async () => {
    const file = join(await homeOf(), 'cluster', 'postmaster.pid');
    await writeFile(file, `${process.pid}\n/elsewhere\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);
    const server = await start();
    expect(await ask(server, 'SELECT 1')).toBe(1);
    await server.stop();
  });

  test('leaves nothing running when the database cannot be made', async () => {
    const server = await start();
    const maintenance = { url: server.url.replace(/vialproof$/, 'postgres') };
    await ask(maintenance, 'DROP DATABASE vialproof');
    await ask(maintenance, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await server.stop();
    await expect(start()).rejects.toThrow(/read-only/);
    const cluster = join(await homeOf(), 'cluster');
    await writeFile(join(cluster, 'postgresql.auto.conf'), '');
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
    await (await start()).stop();
  });

  test('refuses files of a newer PostgreSQL in one sentence', async () => {
    const file = join(await homeOf(), 'cluster', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '99\n');
    const failure = await start().catch((error: unknown) => error);
    await writeFile(file, version);
    expect(failure).toBeInstanceOf(StartupProblem);
    expect(failure).toHaveProperty(
      'message',
      expect.stringMatching(/made by PostgreSQL 99; .* brings PostgreSQL 18/),
    );
  });

  test('refuses to replace a database that has gone from where it was kept', async () => {
    const elsewhere = join(parent, 'other');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'place'), join(parent, 'nowhere'));
    await expect(startEmbeddedPostgres({ dataDirectory: elsewhere, log })).rejects.toThrow(
      /was kept in .*nowhere/,
    );
  });

  // Run by root it cannot lie in a closed directory itself; elsewhere than in memory it would be as slow as any disk.
  test.runIf(process.getuid?.() === 0 && existsSync(MEMORY))(
    'the database of a data directory in memory is in memory',
    async () => {
      const closed = await mkdtemp(join(MEMORY, `${SCRATCH}postgres-`));
      const elsewhere = join(closed, 'postgres');
      const server = await startEmbeddedPostgres({ dataDirectory: elsewhere, log, throwaway: true });
      const home = (await readFile(join(elsewhere, 'place'), 'utf8')).trim();
      expect(home).toMatch(/^\/dev\/shm\/vialproof\//);
      expect(await ask(server, 'SHOW data_directory')).toBe(join(home, 'cluster'));
      await server.stop();
      expect(existsSync(home)).toBe(false);
      await rm(closed, { recursive: true });
    },
  );

  // Run by root, both lie elsewhere than in their closed directories.
  test.runIf(process.getuid?.() === 0)(
    'a start removes what tests left of databases, and no other whose temporary directory is gone',
    async () => {
      const [kept, left] = await Promise.all(
        ['vialproof-kept-', `${SCRATCH}left-`].map(async (name) => {
          const closed = await mkdtemp(join(tmpdir(), name));
          const elsewhere = join(closed, 'postgres');
          await (await startEmbeddedPostgres({ dataDirectory: elsewhere, log })).stop();
          const home = (await readFile(join(elsewhere, 'place'), 'utf8')).trim();
          return { closed, home };
        }),
      );
      if (!kept || !left) throw new Error('two were made');
      onTestFinished(() => rm(kept.home, { recursive: true, force: true }));
      for (const { closed } of [kept, left]) await rm(closed, { recursive: true });
      await (await start()).stop();
      expect([kept, left].map(({ home }) => existsSync(join(home, 'cluster', 'PG_VERSION')))).toEqual([
        true,
        false,
      ]);
    },
  );

  test('a throwaway database goes with its process, killed with -9 too', async () => {
    const elsewhere = join(parent, 'throwaway');
    const child = await startElsewhere({ dataDirectory: elsewhere, throwaway: true });
    const home = (await readFile(join(elsewhere, 'place'), 'utf8').catch(() => elsewhere)).trim();
    expect(await ask(child, 'SHOW fsync')).toBe('off');
    await child.kill();
    await expect
      .poll(() => readdir(home).then((names) => names.includes('cluster')), { timeout: 10_000 })
      .toBe(false);
    await expect(ask(child, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    if (home !== elsewhere) await rm(home, { recursive: true });
  });

  test('calls a full disk a full disk', () => {
    const words = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
    expect(explain(words, '/srv/data')).toMatch(/^The disk that holds \/srv\/data is full/);
  });
});

async function ask(server: Pick<EmbeddedPostgres, 'url'>, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.url });
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

/** Starts PostgreSQL from another process, which can then be killed. */
async function startElsewhere(options: { dataDirectory: string; throwaway?: boolean }) {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    console.log((await startEmbeddedPostgres({ ...${JSON.stringify(options)}, log })).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return {
    url,
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
