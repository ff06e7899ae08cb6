import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartupProblem } from '../startup-problem.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

let parent: string;
let said: string[];
const say = (message: string) => said.push(message);

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vialproof-cluster-'));
  said = [];
});

afterEach(async () => {
  for (const name of ['one', 'two']) {
    const home = await homeOf(name);
    if (!home.startsWith(parent)) await rm(home, { recursive: true, force: true });
  }
  await rm(parent, { recursive: true, force: true });
});

/** Starts a database, runs statements as its owner, and stops it. */
async function ask(name: string, ...statements: string[]): Promise<unknown> {
  const server = await startEmbeddedPostgres({
    dataDirectory: join(parent, name, 'postgres'),
    log: { info: say, warn: say },
  });
  const client = new pg.Client({ connectionString: server.ownerUrl });
  try {
    await client.connect();
    let answer: unknown;
    for (const text of statements) answer = (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
    return answer;
  } finally {
    await client.end();
    await server.stop();
  }
}

const refusalOf = async (name: string): Promise<string> => {
  const error: unknown = await ask(name).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupProblem);
  return error instanceof Error ? error.message : '';
};
const make = (name: string) => ask(name, `CREATE TABLE made AS SELECT '${name}' AS by`);
const WHO = 'SELECT by FROM made';
const copy = (from: string, to: string) => run('cp', ['-r', join(parent, from), join(parent, to)]);

async function homeOf(name: string): Promise<string> {
  const directory = join(parent, name, 'postgres');
  return (await readFile(join(directory, 'place'), 'utf8').catch(() => directory)).trim();
}

/** Only the database of root can lie outside its folder. */
const layouts = [
  { where: 'in its data directory', mode: 0o755 },
  ...(isRoot ? [{ where: 'elsewhere', mode: 0o700 }] : []),
];

describe.each(layouts)(
  'the server finds a database that lies $where',
  { timeout: 120_000 },
  ({ where, mode }) => {
    beforeEach(() => chmod(parent, mode));

    test('a start finds the database in this place, and reports a place outside DATA_DIR', async () => {
      await make('one');
      const home = await homeOf('one');
      expect(home.startsWith(parent)).toBe(where === 'in its data directory');
      expect(existsSync(join(home, 'cluster', 'PG_VERSION'))).toBe(true);
      said = [];
      expect(await ask('one', WHO)).toBe('one');
      expect(said.filter((words) => words.includes(home))).toHaveLength(home.startsWith(parent) ? 0 : 1);
      // The symbolic link leads to the same directory.
      await symlink(join(parent, 'one'), join(parent, 'two'));
      expect(await ask('two', WHO)).toBe('one');
      expect(await ask('one', WHO)).toBe('one');
    });

    test('the database moves with its directory', async () => {
      await make('one');
      await rename(join(parent, 'one'), join(parent, 'two'));
      expect(await ask('two', WHO)).toBe('one');
    });
  },
);

describe.runIf(isRoot)(
  'the server, started by root, runs PostgreSQL as the owner of the files',
  { timeout: 120_000 },
  () => {
    test('root’s database runs as the account that owns its files', async () => {
      await chmod(parent, 0o755);
      await make('one');
      expect((await stat(join(parent, 'one/postgres/cluster'))).uid).not.toBe(0);
      await copy('one', 'two');
      await rm(join(parent, 'one'), { recursive: true });
      expect(await refusalOf('two')).toMatch(
        /does not run as root: .*two\/postgres\/cluster must belong to another account \(chown -R postgres .*two\/postgres\)/,
      );
    });

    test('root’s database is refused if its account has lost access to the files', async () => {
      await chmod(parent, 0o755);
      await make('one');
      await chmod(parent, 0o700);
      expect(await refusalOf('one')).toMatch(
        /one\/postgres\/cluster must belong to another account .* can pass through the folders above/,
      );
    });

    test('root’s database stays in its place', async () => {
      await chmod(parent, 0o700);
      await make('one');
      await chmod(parent, 0o755);
      expect(await ask('one', WHO)).toBe('one');
      expect((await homeOf('one')).startsWith('/var/lib/vialproof/')).toBe(true);
      await mkdir(join(parent, 'two'));
      expect(await make('two')).toBeUndefined();
      expect(await homeOf('two')).toBe(join(parent, 'two/postgres'));
    });
  },
);
