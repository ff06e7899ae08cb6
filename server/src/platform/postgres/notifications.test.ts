import type pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createLogger } from '../log.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { openDatabase } from './database.ts';
import { Notifications } from './notifications.ts';

const LIMITS = { connectMs: 10_000, statementMs: 1_000 };

/** A process that receives notifications. `events` lists them, and also 'connected'. */
async function listener(databaseUrl: string) {
  const notifications = new Notifications({ databaseUrl, limits: LIMITS, log: createLogger('silent') });
  onTestFinished(() => notifications.close());
  const events: string[] = [];
  notifications.subscribe('session', {
    received: (payload) => events.push(payload),
    connected: () => void events.push('connected'),
  });
  await notifications.connect();
  return { notifications, events };
}

async function database(url: string) {
  const db = openDatabase(url, { max: 2 });
  onTestFinished(() => db.close());
  return db;
}

const send = (pool: pg.Pool, payload: string) =>
  pool.query("SELECT pg_notify('vialproof_news', $1)", [`session ${payload}`]);

describe('notifications of PostgreSQL reach every process in order', () => {
  it('notifications reach every process in the order of their transactions', async () => {
    const url = await testDatabase();
    const { pool } = await database(url);
    const [one, two] = [await listener(url), await listener(url)];
    const sent = Array.from({ length: 30 }, (_, number) => `id-${number} with spaces`);
    for (const payload of sent) await send(pool, payload);
    await pool.query("SELECT pg_notify('vialproof_news', 'sessions other')");
    await send(pool, 'last');
    for (const { events } of [one, two]) {
      await expect.poll(() => events).toEqual(['connected', ...sent, 'last']);
    }
  });

  it('a process gets its own notifications before the transaction returns, and none after a rollback', async () => {
    const url = await testDatabase();
    const db = await database(url);
    const [here, there] = [await listener(url), await listener(url)];
    const publish = (payload: string, end: () => unknown = () => undefined) =>
      db.transaction(async (tx) => {
        await here.notifications.publish(tx, 'session', payload);
        expect(here.events).not.toContain(payload);
        return end();
      });
    expect(isRefusal(await publish('refused', () => refuse('wrong_state')))).toBe(true);
    const thrown = publish('thrown', () => {
      throw new Error('no');
    });
    await expect(thrown).rejects.toThrow('no');
    await publish('told');
    // A notification may come a second time after a new connection.
    expect([...new Set(here.events)]).toEqual(['connected', 'told']);
    await expect.poll(() => there.events).toEqual(['connected', 'told']);
  });

  it('after a broken connection, subscribers learn that they missed notifications', async () => {
    const url = await testDatabase();
    const { pool } = await database(url);
    const { notifications, events } = await listener(url);
    const broken = vi.waitUntil(() => !notifications.isConnected(), { timeout: 5_000, interval: 1 });
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'vialproof notifications' AND datname = current_database()`,
    );
    await broken;
    await vi.waitUntil(notifications.isConnected, { timeout: 10_000 });
    await send(pool, 'again');
    await expect.poll(() => events).toEqual(['connected', 'connected', 'again']);
  });

  it('if a subscriber cannot catch up, the process connects again', async () => {
    const databaseUrl = await testDatabase();
    const notifications = new Notifications({ databaseUrl, limits: LIMITS, log: createLogger('silent') });
    onTestFinished(() => notifications.close());
    let tries = 0;
    notifications.subscribe('session', {
      received: () => undefined,
      connected() {
        tries += 1;
        if (tries === 1) throw new Error('the table cannot be read');
      },
    });
    await vi.waitUntil(notifications.isConnected, { timeout: 10_000 });
    expect(tries).toBe(2);
  });

  it('a process notices that the server has become silent, and connects again', async () => {
    const url = await testDatabase();
    const proxy = await databaseProxy(url);
    const { notifications, events } = await listener(proxy.url);
    proxy.lose();
    await vi.waitUntil(() => !notifications.isConnected(), { timeout: 20_000, interval: 1 });
    await vi.waitUntil(notifications.isConnected, { timeout: 20_000 });
    expect(events).toEqual(['connected', 'connected']);
  });
});
