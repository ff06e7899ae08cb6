import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../log.ts';
import { openDatabase } from '../postgres/database.ts';
import type { JobOptions } from './job-queues.ts';
import { defineJob, Jobs } from './jobs.ts';

/** A job whose queue is in the database of every test. */
const numberJob = (options: JobOptions = {}) =>
  defineJob('payment.invoice', z.object({ n: z.number() }), options);

/** The job queue with the test's handler. */
async function queue(together?: (payloads: { n: number }[]) => Promise<void>) {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  const jobs = new Jobs({ databaseUrl, log: createLogger('silent'), migrate: false, supervise: false });
  const alone: unknown[] = [];
  const work = async (payload: { n: number }) => void alone.push(payload);
  jobs.handle(numberJob({ batch: 10 }), work, together);
  await jobs.start({ work: false });
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  const send = (...numbers: number[]) =>
    jobs.sendMany(
      db.orm,
      numberJob(),
      numbers.map((n) => ({ n })),
    );
  return { jobs, send, alone, db };
}

test('a batch of jobs is handled together, and a single job alone', async () => {
  const together: number[][] = [];
  const { jobs, send, alone } = await queue(async (all) => void together.push(all.map(({ n }) => n)));
  await send(1, 2, 3);
  expect(await jobs.drain()).toBe(3);
  expect(together.map((numbers) => numbers.sort())).toEqual([[1, 2, 3]]);
  await send(4);
  await jobs.drain();
  expect(alone).toEqual([{ n: 4 }]);
});

test('if a batch fails, its jobs are handled one by one', async () => {
  const { jobs, send, alone } = await queue(async () => {
    throw new Error('one of them is bad');
  });
  await send(1, 2);
  await jobs.drain();
  expect(alone).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]));
  expect(alone).toHaveLength(2);
});

test('a job with invalid data fails, and blocks no other job', async () => {
  const { jobs, send, alone, db } = await queue(async (all) => void alone.push(...all));
  await send(1, 2);
  await db.pool.query(`UPDATE pgboss.job SET data = '{"n": "one"}' WHERE data = '{"n": 1}'`);
  await expect(jobs.drain()).rejects.toThrow('Give a number');
  expect(alone).toEqual([{ n: 2 }]);
  const { rows } = await db.pool.query('SELECT data, state FROM pgboss.job ORDER BY 2');
  expect(rows).toEqual([
    { data: { n: 'one' }, state: 'retry' },
    { data: { n: 2 }, state: 'completed' },
  ]);
});

test('jobs continue after all database connections of the queues were lost', async () => {
  const databaseUrl = await testDatabase();
  const proxy = await databaseProxy(databaseUrl);
  const db = openDatabase(databaseUrl);
  const limits = { connectMs: 2_000, statementMs: 1_000 };
  const how = { log: createLogger('silent'), migrate: false, supervise: false, limits };
  const jobs = new Jobs({ databaseUrl: proxy.url, ...how });
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  const isDone = Promise.withResolvers<void>();
  jobs.handle(numberJob(), async () => isDone.resolve());
  await jobs.start({ work: true });
  proxy.lose();
  await jobs.send(db.orm, numberJob(), { n: 1 });
  await isDone.promise;
});

const LIMITS = `SELECT retry_limit, expire_seconds, dead_letter FROM pgboss.queue WHERE name = 'payment.invoice'`;

test('a starting process updates the options of an existing queue', async () => {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  onTestFinished(() => db.close());
  for (const [retryLimit, expireInSeconds, isDurable] of [
    [7, 33, false],
    [8, 44, true],
  ] as const) {
    const jobs = new Jobs({ databaseUrl, log: createLogger('silent'), supervise: false });
    jobs.handle(numberJob({ retryLimit, expireInSeconds, isDurable }), async () => undefined);
    await jobs.start({ work: false });
    await jobs.stop(0);
    expect((await db.pool.query(LIMITS)).rows).toEqual([
      {
        retry_limit: retryLimit,
        expire_seconds: expireInSeconds,
        dead_letter: isDurable ? 'platform.dead-letters' : null,
      },
    ]);
  }
});

test('a process that may not create queues leaves existing ones unchanged', async () => {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  await db.pool.query('UPDATE pgboss.queue SET dead_letter = NULL, retry_limit = 10');
  await db.pool.query("DELETE FROM pgboss.queue WHERE name = 'platform.dead-letters'");
  const jobs = new Jobs({ databaseUrl, log: createLogger('silent'), migrate: false, supervise: false });
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  jobs.handle(numberJob({ isDurable: true }), async () => undefined);
  await jobs.start({ work: false });
  expect((await db.pool.query(LIMITS)).rows).toMatchObject([{ retry_limit: 10, dead_letter: null }]);
});

test('after `rest`, a process finishes its jobs, takes no new ones, and can still send jobs', async () => {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  const jobs = new Jobs({ databaseUrl, log: createLogger('silent'), migrate: false, supervise: false });
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done: number[] = [];
  jobs.handle(numberJob({ batch: 2 }), async ({ n }) => {
    begun.resolve();
    await released.promise;
    done.push(n);
  });
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  await jobs.start({ work: false });
  const payloads = [1, 2, 3, 4].map((n) => ({ n }));
  await jobs.sendMany(db.orm, numberJob(), payloads);
  await jobs.start({ work: true });
  await begun.promise;
  await jobs.rest();
  await jobs.send(db.orm, numberJob(), { n: 5 });
  released.resolve();
  const states = `SELECT state, count(*)::int AS count FROM pgboss.job WHERE name = 'payment.invoice' GROUP BY 1 ORDER BY 1`;
  const [three, two] = [
    { state: 'created', count: 3 },
    { state: 'completed', count: 2 },
  ];
  // A worker with another job would have started it by now.
  for (let times = 0; times < 2; times += 1)
    await expect.poll(async () => (await db.pool.query(states)).rows).toEqual([three, two]);
  await jobs.stop();
  expect(done.sort()).toEqual([1, 2]);
});

test('`beforeWork` lists the queues that no process works on', async () => {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  const jobs = new Jobs({ databaseUrl, log: createLogger('silent'), supervise: false });
  const steps: string[] = [];
  const isDone = Promise.withResolvers<void>();
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  const job = defineJob('test.new', z.object({}), { isDurable: true });
  jobs.handle(job, async () => {
    steps.push('work');
    isDone.resolve();
  });
  const beforeWork = async () => {
    await jobs.send(db.orm, job, {});
    steps.push('before');
  };
  await jobs.start({ work: true, beforeWork });
  await isDone.promise;
  expect(steps).toEqual(['before', 'work']);
});

test('a start at a fixed time whose process lost the database is repeated after a minute', async () => {
  const databaseUrl = await testDatabase();
  const db = openDatabase(databaseUrl);
  const jobs = new Jobs({ databaseUrl, log: createLogger('silent') });
  onTestFinished(async () => {
    await jobs.stop(0);
    await db.close();
  });
  await jobs.start({ work: false });
  const { rows } = await db.pool.query(
    "SELECT expire_seconds FROM pgboss.queue WHERE name = '__pgboss__send-it'",
  );
  expect(rows).toEqual([{ expire_seconds: 60 }]);
});
