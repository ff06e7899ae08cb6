import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { App } from '../server/src/app/create-app.ts';
import { Connection, requestText } from './connection.ts';
import { type BenchDatabase, withWholeApp } from './databases.ts';
import { type Finding, milliseconds } from './report.ts';

/** The target latency of one client for an address, in milliseconds. */
export type Asked = { path: string; p50: number; p99: number };
/** A statement of the application: text and settings, then values. */
type Statement = unknown[];

const WARM_ROUNDS = 10;
const ROUNDS = 200;

/**
 * The latency of one client for each of these addresses without cached answers, as after a publication; and the time of
 * the same statements alone, sent again in the same order, with the application's parallel statements in parallel.
 */
export function beside(database: BenchDatabase, asked: Asked[]): Promise<Finding[]> {
  return withWholeApp(database, async (app) => {
    const { publicCache, db } = app.platform;
    const server = createServer(app.listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = await Connection.open(port);
    async function ask(path: string): Promise<void> {
      const status = await connection.ask(requestText(port, path));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    const findings: Finding[] = [];
    for (const { path, p50, p99 } of asked) {
      const outdate = () => db.transaction((tx) => publicCache.outdate(tx));
      await outdate();
      const statements = await statementsOf(app, () => ask(path));
      const ours: number[] = [];
      const bare: number[] = [];
      for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
        await outdate();
        const took = await timed(() => ask(path));
        const alone = await timed(() => send(db.pool, statements));
        if (round < 0) continue;
        ours.push(took);
        bare.push(alone);
      }
      const found = quantiles(ours);
      findings.push({
        what: `GET ${decodeURIComponent(path)}`,
        measured: `${inWords(found)}; bare query ${inWords(quantiles(bare))}`,
        target: `≤ ${p50}, ${p99} ms`,
        met: found.p50 <= p50 && found.p99 <= p99,
      });
    }
    connection.close();
    server.close();
    return findings;
  });
}

/** The reading statements, in groups that run in parallel. */
async function statementsOf({ platform }: App, work: () => Promise<void>): Promise<Statement[][]> {
  const { pool } = platform.db;
  const query = pool.query;
  const groups: Statement[][] = [];
  let underway = 0;
  pool.query = (async (...statement: Statement) => {
    const { text = '' } = statement[0] as { text?: string };
    if (/^\s*(SELECT|WITH)/i.test(text)) {
      if (underway === 0) groups.push([]);
      groups.at(-1)?.push(statement);
    }
    underway += 1;
    return Reflect.apply(query, pool, statement).finally(() => {
      underway -= 1;
    });
  }) as typeof pool.query;
  await work();
  pool.query = query;
  return groups;
}

async function send(pool: pg.Pool, groups: Statement[][]): Promise<void> {
  for (const group of groups)
    await Promise.all(group.map((statement) => Reflect.apply(pool.query, pool, statement)));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function quantiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const inWords = ({ p50, p99 }: { p50: number; p99: number }) =>
  `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
