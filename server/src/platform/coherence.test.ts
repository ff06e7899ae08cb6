import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { createCoherence } from './coherence.ts';
import { LONG_LIMITS, openDatabase } from './database.ts';
import { createLogger } from './log.ts';
import { Notifications } from './notifications.ts';
import { isRefusal, refuse } from './refusal.ts';

async function line(databaseUrl: string) {
  const { pool, close } = openDatabase(databaseUrl, { max: 2 });
  const log = createLogger('silent');
  const notifications = new Notifications({ databaseUrl, limits: LONG_LIMITS, log });
  const coherence = createCoherence({ databaseUrl, limits: LONG_LIMITS, pool, log, notifications });
  onTestFinished(async () => {
    await coherence.close();
    await notifications.close();
    await close();
  });
  const heard: string[] = [];
  let forgotten = 0;
  coherence.listen('session', {
    heard: (id) => heard.push(id),
    forgetAll: () => {
      forgotten += 1;
    },
  });
  await notifications.connect();
  await vi.waitFor(() => expect(coherence.isTrusted()).toBe(true), 5_000);
  return { coherence, pool, heard, forgotten: () => forgotten };
}

const tell = (pool: pg.Pool, id: string) =>
  pool.query("SELECT pg_notify('vialproof_news', $1)", [`session ${id}`]);

/** Ends the line of every process, as a failover would. */
const cut = (pool: pg.Pool) =>
  pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vialproof coherence' AND datname = current_database()",
  );

describe('what several processes agree on', () => {
  it('every process has heard of a change once it is settled', async () => {
    const url = await testDatabase();
    const [one, two, three] = [await line(url), await line(url), await line(url)];
    for (let round = 0; round < 30; round += 1) {
      await tell(one.pool, `s${round}`);
      await one.coherence.settled();
      for (const { heard } of [one, two, three]) expect(heard.at(-1)).toBe(`s${round}`);
    }
  });

  it('a broken line is not trusted; when it is back, all that was remembered is forgotten', async () => {
    const url = await testDatabase();
    const { coherence, pool, heard, forgotten } = await line(url);
    expect(forgotten()).toBe(1);
    // It may be back within a few milliseconds.
    const gone = vi.waitUntil(() => !coherence.isTrusted(), { timeout: 5_000, interval: 1 });
    await cut(pool);
    await gone;
    await vi.waitFor(() => expect(coherence.isTrusted()).toBe(true), 5_000);
    expect(forgotten()).toBe(2);
    await tell(pool, 'again');
    await coherence.settled();
    expect(heard).toContain('again');
  });

  it('a process that does not answer is waited for no longer than it trusts itself', async () => {
    const url = await testDatabase();
    const { coherence } = await line(url);
    // A line that listens to nothing stands for a process that was stopped.
    const silent = new pg.Client({ connectionString: url, application_name: 'vialproof coherence' });
    await silent.connect();
    onTestFinished(() => silent.end());
    const before = performance.now();
    await coherence.settled();
    const took = performance.now() - before;
    expect(took).toBeGreaterThan(3_900);
    expect(took).toBeLessThan(20_000);
  });

  it('a change announced inside a transaction is heard here before it returns, elsewhere at once, and not when rolled back', async () => {
    const url = await testDatabase();
    const [here, there] = [await line(url), await line(url)];
    const db = openDatabase(url);
    onTestFinished(() => db.close());
    const refused = await db.transaction(async (tx) => {
      await here.coherence.announce(tx, 'session', 'refused');
      return refuse('wrong_state');
    });
    expect(isRefusal(refused)).toBe(true);
    await expect(
      db.transaction(async (tx) => {
        await here.coherence.announce(tx, 'session', 'thrown');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db.transaction(async (tx) => {
      await here.coherence.announce(tx, 'session', 'told');
      expect(here.heard).toEqual([]);
    });
    // At once, and perhaps a second time already, by its own line.
    expect([...new Set(here.heard)]).toEqual(['told']);
    await here.coherence.settled();
    expect([...new Set(there.heard)]).toEqual(['told']);
  });
});
