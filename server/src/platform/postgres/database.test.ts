import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { asOwner, testDatabase } from '../../testing/test-database.ts';
import { refuse } from '../refusal.ts';
import { asRequest, newDatabaseUse } from './bounded-pool.ts';
import { beforeCommit, isDatabaseDown, isPoolFull, openDatabase, type Tx } from './database.ts';

/** A database with one more table. */
async function databaseWithNotes(): Promise<string> {
  const databaseUrl = await testDatabase();
  await asOwner({ databaseUrl }, 'CREATE TABLE note (text text)');
  return databaseUrl;
}

it('if the connection is lost in a transaction, only this transaction fails', async () => {
  const reported: Error[] = [];
  const db = openDatabase(await databaseWithNotes(), { onError: (error) => reported.push(error) });
  onTestFinished(() => db.close());
  const ended = new Promise<void>((resolve) => db.pool.on('remove', () => resolve()));

  const failure = await db
    .transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO note VALUES ('gone')`);
      await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
    })
    .catch((error: unknown) => error);
  await ended;

  expect(failure).toBeInstanceOf(Error);
  expect(isDatabaseDown(failure)).toBe(true);
  expect(reported.length).toBeGreaterThan(0);
  const { rows } = await db.pool.query('SELECT text FROM note');
  expect(rows).toEqual([]);
});

it('a transaction with a failed statement is never reported as committed', async () => {
  const db = openDatabase(await databaseWithNotes());
  onTestFinished(() => db.close());
  const committed = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO note VALUES ('kept')`);
    await tx.execute(sql`SELECT 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(committed).rejects.toThrow('could not be committed');
  expect((await db.pool.query('SELECT text FROM note')).rows).toEqual([]);
});

it('a refusal is still returned if the connection is lost before the ROLLBACK', async () => {
  const db = openDatabase(await testDatabase());
  onTestFinished(() => db.close());
  const refused = await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
    return refuse('wrong_state');
  });
  expect(refused).toMatchObject({ code: 'wrong_state' });
  expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('a connection to a read-only database leaves the pool, because a new one may lead to another server', async () => {
  const db = openDatabase(await databaseWithNotes(), { max: 1 });
  onTestFinished(() => db.close());
  const write = () => db.transaction((tx) => tx.execute(sql`INSERT INTO note VALUES ('kept')`));
  await db.pool.query('SET default_transaction_read_only = on');
  expect(isDatabaseDown(await write().catch((error: unknown) => error))).toBe(true);
  await write();
  expect((await db.pool.query('SELECT text FROM note')).rows).toEqual([{ text: 'kept' }]);
});

it('the error of a full database means "unavailable", and the error of a rejected row does not', () => {
  const failed = (code: string) =>
    new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) });
  expect(
    ['53100', '53200', '53300', '08006', '57P01', '57014'].map((code) => isDatabaseDown(failed(code))),
  ).toEqual(Array(6).fill(true));
  const said = ['Client has encountered a connection error and is not queryable', 'Query read timeout'];
  expect(said.map((words) => isDatabaseDown(new Error('Failed query', { cause: new Error(words) })))).toEqual(
    Array(2).fill(true),
  );
  expect(['23505', '22P02', '40001'].map((code) => isDatabaseDown(failed(code)))).toEqual(
    Array(3).fill(false),
  );
});

it('a request is refused if too many others wait for a connection; background work is never refused', async () => {
  const said: number[] = [];
  const db = openDatabase(await testDatabase(), {
    max: 1,
    queue: 2,
    onFull: (refused) => said.push(refused),
  });
  onTestFinished(() => db.close());
  const holder = await db.pool.connect();
  const ask = () => db.pool.query<{ one: number }>('SELECT 1 AS one');
  // A request that waits with several statements is counted once.
  const waiting = [
    asRequest(() => Promise.all([ask(), ask(), ask()])),
    asRequest(() => Promise.all([ask()])),
  ];
  const works = [ask, () => db.transaction(async () => undefined), () => db.pool.connect()];
  const beyond = await Promise.allSettled(works.map((work) => asRequest<Promise<unknown>>(work)));
  expect(beyond.map((each) => each.status === 'rejected' && isPoolFull(each.reason))).toEqual([
    true,
    true,
    true,
  ]);
  expect(beyond.some((each) => each.status === 'rejected' && isDatabaseDown(each.reason))).toBe(false);
  expect(db.pool.refused).toBe(3);
  expect(said).toEqual([1]);
  const job = ask();
  holder.release();
  for (const { rows } of [...(await Promise.all(waiting)).flat(), await job])
    expect(rows).toEqual([{ one: 1 }]);
  expect((await asRequest(ask)).rows).toEqual([{ one: 1 }]);
});

it('each statement is counted for the request that asked, also if it waited for the connection of another', async () => {
  const db = openDatabase(await testDatabase(), { max: 1 });
  onTestFinished(() => db.close());
  const uses = ['first', 'second'].map(newDatabaseUse);
  const [first, second] = uses.map((use, at) =>
    asRequest(async () => {
      await db.pool.query('SELECT 1');
      if (at === 0) await db.transaction((tx) => tx.execute('SELECT 2'));
    }, use),
  );
  await Promise.all([first, second, db.pool.query('SELECT 3')]);
  expect(uses.map(({ requestId, statements }) => [requestId, statements])).toEqual([
    ['first', 4],
    ['second', 1],
  ]);
});

it('work that is added before a commit runs once, in order, and not after a rollback', async () => {
  const db = openDatabase(await databaseWithNotes());
  onTestFinished(() => db.close());
  const done: string[] = [];
  let isAdded = false;
  const first = async (tx: Tx) => {
    const { rows } = await tx.execute<{ text: string }>(sql`SELECT text FROM note`);
    done.push(`first sees ${rows.map(({ text }) => text).join()}`);
  };
  const second = async (tx: Tx) => {
    done.push('second');
    await tx.execute(sql`INSERT INTO note VALUES ('of second')`);
    if (!isAdded) for (const work of [first, second]) beforeCommit(tx, work);
    isAdded = true;
  };
  await db.transaction(async (tx) => {
    for (const work of [first, second, first]) beforeCommit(tx, work);
    await tx.execute(sql`INSERT INTO note VALUES ('last')`);
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['first sees last', 'second', 'first sees last,of second', 'second']);

  await db.transaction(async (tx) => {
    beforeCommit(tx, first);
    return refuse('wrong_state');
  });
  const thrown = db.transaction(async (tx) => {
    beforeCommit(tx, first);
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  const fails = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO note VALUES ('lost')`);
    beforeCommit(tx, () => Promise.reject(new Error('not at the end')));
  });
  await expect(fails).rejects.toThrow('not at the end');
  expect(done).toHaveLength(4);
  expect((await db.pool.query('SELECT FROM note')).rows).toHaveLength(3);
});
