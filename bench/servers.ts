import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type BenchDatabase, withApp } from './databases.ts';
import type { PeerAnswer, PeerPlan } from './peer.ts';
import { type Started, startProgram } from './processes.ts';

/** The arguments with which `npm start` runs Node. */
async function startArguments(): Promise<string[]> {
  const manifest: { scripts: { start: string } } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const words = manifest.scripts.start.split(' ');
  return words.slice(words.indexOf('node') + 1);
}

const nodeFlags = (words: string[]) => words.filter((word) => word.startsWith('--'));

/** The real server, as `npm start` runs it, on a database of the benchmark; `env` besides what all of them have. */
export async function startServer(
  { url, dataDirectory }: BenchDatabase,
  env: Record<string, string> = {},
): Promise<Started> {
  return startProgram(await startArguments(), {
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDirectory,
    SEED_DEMO: '0',
    LOG_LEVEL: 'warn',
    ...env,
  });
}

/** As the load asks; fetch would have it compressed. */
const PLAIN = { headers: { 'accept-encoding': 'identity' } };

/** The statements that the application sends to PostgreSQL for a page of the list, without those of other work. */
async function statementsOf(database: BenchDatabase, path: string): Promise<PeerAnswer['statements']> {
  const query = new URL(path, 'http://bench').searchParams;
  const limit = 9;
  const offset = (Number(query.get('page') ?? 1) - 1) * limit;
  return withApp(database, async ({ listing, platform }) => {
    const { pool } = platform.db;
    const statements: PeerAnswer['statements'] = [];
    let underway = 0;
    const send = pool.query.bind(pool) as (...all: unknown[]) => Promise<pg.QueryResult>;
    pool.query = (async (...all: unknown[]) => {
      const [statement] = all as PeerAnswer['statements'][number];
      if (!statement?.name?.startsWith('listing_')) return send(...all);
      if (underway === 0) statements.push([]);
      statements.at(-1)?.push(statement);
      underway += 1;
      return send(...all).finally(() => {
        underway -= 1;
      });
    }) as typeof pool.query;
    await listing.list({
      onlyPublic: false,
      onlySterility: false,
      search: query.get('search') ?? '',
      sort: 'published',
      offset,
      limit,
    });
    return statements;
  });
}

/** Every header but those that a server writes by itself. */
function sameHeaders(headers: Headers): Record<string, string> {
  const own = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
  return Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
}

/**
 * A peer that answers these addresses with the bytes of `server`, sending the statements that it sends. For a page it
 * sends the list's statements and the HTML as one text.
 */
export async function startPeer(database: BenchDatabase, server: Started, paths: string[]): Promise<Started> {
  const plan: PeerPlan = { databaseUrl: database.url, answers: {} };
  const lists: string[] = [];
  for (const path of paths) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, PLAIN);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const isList = answer.headers.get('content-type')?.includes('json') ?? false;
    const { pathname, searchParams } = new URL(path, 'http://bench');
    const address = `${pathname} ${searchParams.get('search') ?? ''} ${searchParams.get('page') ?? 1}`;
    plan.answers[address] = {
      statements: await statementsOf(database, path),
      headers: sameHeaders(answer.headers),
      ...(isList ? {} : { html: text }),
      rest: isList ? text.slice(text.lastIndexOf('"pagination":')) : '',
    };
    if (isList) lists.push(path);
  }
  const file = join(database.dataDirectory, 'peer.json');
  await writeFile(file, JSON.stringify(plan));
  const peer = await startProgram([...nodeFlags(await startArguments()), 'bench/peer.ts', file]);
  for (const path of lists) {
    const [ours, theirs] = await Promise.all(
      [server, peer].map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}${path}`, PLAIN)).text()),
    );
    if (ours !== theirs) throw new Error(`the peer answers ${path} otherwise`);
  }
  return peer;
}
