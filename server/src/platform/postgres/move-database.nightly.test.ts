import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { contentsOf } from '../../testing/installation.ts';
import { createLogger } from '../log.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { moveDatabase } from './move-database.ts';
import { prepareDatabase } from './prepare-database.ts';

const log = createLogger('fatal');
const BYTES = 10_000_000;

/** Runs `work` on the server at `url`. */
async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databases = (client: pg.Client) =>
  client
    .query<{ name: string }>(
      `SELECT datname || ' ' || datctype || CASE WHEN datallowconn THEN '' ELSE ' shut' END AS name
       FROM pg_database WHERE datname ^@ 'vialproof' ORDER BY 1`,
    )
    .then(({ rows }) => rows.map(({ name }) => name));

/** The folder of an old version, with a database that takes a moment to copy. */
async function formerDirectory() {
  const parent = await mkdtemp(join(tmpdir(), 'vialproof-move-'));
  await chmod(parent, 0o755);
  const dataDirectory = join(parent, 'postgres');
  const start = () => startEmbeddedPostgres({ dataDirectory, log });
  const { ownerUrl: url, stop } = await startEmbeddedPostgres({
    dataDirectory,
    log,
    tuning: { settings: {}, initdb: ['--lc-ctype=C'] },
  });
  onTestFinished(async () => {
    await stop();
    await rm(parent, { recursive: true, force: true });
  });
  await onServer(url, async (client) => {
    await client.query('DROP DATABASE vialproof');
    // Old versions created the database in this way.
    await client.query('CREATE DATABASE vialproof');
  });
  await prepareDatabase(url, log);
  const db = openDatabase(url, { max: 1 });
  await db.pool.query(`
    INSERT INTO user_account (id, email, email_normalized, first_name, last_name, display_name, password_hash, created_at, updated_at)
    SELECT gen_random_uuid(), n, n, n, n, n, n, now(), now() FROM generate_series(1, 50000) AS n`);
  await db.pool.query(
    `INSERT INTO blank (id, file_key, file_name, sha256, size_bytes, format, signal_unit, trace, uploaded_by, uploaded_at)
     SELECT gen_random_uuid(), 'raw/1', 'a', 'x', 1, 'csv', 'mAU', $1, id, now() FROM user_account LIMIT 1`,
    [randomBytes(BYTES)],
  );
  await db.close();
  const before = await contentsOf(url);
  await stop();
  return { dataDirectory, start, before };
}

/** Another process that moves the database. */
async function moveElsewhere(dataDirectory: string) {
  const program = `
    import { startEmbeddedPostgres } from ${module('./embedded-postgres.ts')};
    import { createLogger } from ${module('../log.ts')};
    import { moveDatabase } from ${module('./move-database.ts')};
    const log = createLogger('fatal');
    const { ownerUrl: url, stop } = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, log });
    console.log(url);
    await moveDatabase(url, log);
    await stop();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(url), child, exited };
}

const module = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

const MOMENTS: { name: string; isReached: (names: string[]) => boolean }[] = [
  { name: 'the new database exists', isReached: (names) => names.length > 1 },
  { name: 'the old database is closed', isReached: (names) => names.includes('vialproof C shut') },
  { name: 'the new database is in service', isReached: (names) => names.includes('vialproof C.UTF-8') },
];

it.each(MOMENTS)(
  'if the process is killed when $name, the move is completed at the next start',
  { timeout: 120_000 },
  async ({ isReached }) => {
    const { dataDirectory, start, before } = await formerDirectory();
    const { url, child, exited } = await moveElsewhere(dataDirectory);
    // On a fast computer the process may already have finished.
    const isOver = () => child.exitCode !== null;
    await onServer(url, async (client) => {
      while (!isOver() && !isReached(await databases(client))) await client.query('SELECT pg_sleep(0.001)');
    }).catch(() => undefined);
    child.kill('SIGKILL');
    await exited;

    const server = await start();
    onTestFinished(server.stop);
    await moveDatabase(server.ownerUrl, log);
    expect(await onServer(server.ownerUrl, databases)).toEqual(['vialproof C.UTF-8']);
    expect(await contentsOf(server.ownerUrl)).toEqual(before);
  },
);
