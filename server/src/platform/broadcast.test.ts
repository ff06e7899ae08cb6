import { expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { createBroadcast } from './broadcast.ts';
import { openDatabase } from './database.ts';
import { createLogger } from './log.ts';
import { refuse } from './refusal.ts';

const log = createLogger('fatal');

/** An instance's line with everything it heard of `pages`, and a way to wait for the next word. */
function instance(databaseUrl: string) {
  const broadcast = createBroadcast({ databaseUrl, log });
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const say = (word: string) => {
    heard.push(word);
    wake();
  };
  broadcast.listen('pages', { heard: () => say('heard'), deaf: () => say('deaf') });
  return {
    ...broadcast,
    heardSoFar: heard,
    async next(count: number): Promise<string[]> {
      while (heard.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return heard;
    },
  };
}

async function listening(...lines: { hears(): boolean }[]): Promise<void> {
  while (!lines.every((line) => line.hears())) await new Promise((resolve) => setImmediate(resolve));
}

test('tells the announcing instance before its transaction returns, others after it; nobody of one rolled back', async () => {
  const url = await testDatabase();
  const db = openDatabase(url);
  const [here, there] = [instance(url), instance(url)];
  await listening(here, there);

  await db.transaction(async (tx) => {
    await here.announce(tx, 'pages');
    return refuse('wrong_state');
  });
  const failed = db.transaction(async (tx) => {
    await here.announce(tx, 'pages');
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(here.heardSoFar).toEqual([]);

  await db.transaction(async (tx) => {
    await here.announce(tx, 'other');
    await here.announce(tx, 'pages');
    expect(here.heardSoFar).toEqual([]);
  });
  expect(here.heardSoFar).toEqual(['heard']);
  expect(await there.next(1)).toEqual(['heard']);

  await Promise.all([here.close(), there.close(), db.close()]);
});

test('says that it is deaf when its line breaks, and hears again by itself', async () => {
  const url = await testDatabase();
  const db = openDatabase(url);
  const here = instance(url);
  await listening(here);

  await db.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
    AND datname = current_database()`);
  expect(await here.next(1)).toEqual(['deaf']);
  await listening(here);
  await db.transaction((tx) => here.announce(tx, 'pages'));
  // Once by itself and once over the line.
  expect(await here.next(3)).toEqual(['deaf', 'heard', 'heard']);

  await Promise.all([here.close(), db.close()]);
});
