import { describe, expect, it } from 'vitest';
import { admin } from '../../app/commands/admin.ts';
import { limitedDatabase, limitRequests, start } from '../../testing/addresses.ts';
import { call } from '../../testing/command.ts';
import { newPath } from '../../testing/installation.ts';
import { laboratory } from '../../testing/lab.ts';
import { pgBouncer } from '../../testing/pgbouncer.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { ownerUrlOf, testDatabase } from '../../testing/test-database.ts';
import { openDatabase, sqlState } from './database.ts';

const ENV = {
  STATEMENT_TIMEOUT_MS: '2000',
  POOL_SIZE: '20',
  BACKUP_PASSPHRASE: 'a long passphrase of this test',
};
const FEW = 4;
const ROUNDS = 30;
/** Few enough that no public search waits for its turn on a busy machine. */
const AT_ONCE = 16;
const ORDERS = 12;
const KILLS = 3;
const SESSION = {
  pool_mode: 'session',
  ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout',
};

/** An application whose requests and jobs go through PgBouncer with few connections. */
async function pooledApp() {
  const url = await limitedDatabase();
  const bouncer = await pgBouncer(url, { default_pool_size: `${FEW}` });
  const addresses = { databaseUrl: bouncer.url, directDatabaseUrl: url };
  return { url, bouncer, addresses, app: await testApp(ENV, addresses) };
}

/** Calls of every kind, at the same time. */
async function mixedCalls(app: TestApp, analyst: Person): Promise<number[]> {
  const { token, email } = await app.person();
  const { body } = await app.request<{ data: { id: string }[] }>('/api/skus/catalog');
  const json = { skuId: body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
  const kinds = [
    () => app.request(`/api/tests?search=${Math.random()}`),
    () => app.request('/api/orders', { json, token }),
    () => app.request('/api/me/tests', { token }),
    () => app.request('/api/lab/requests', { token: analyst.token }),
    () => app.request('/api/auth/login', { json: { email, password: app.password } }),
    () => app.request('/api/skus/catalog'),
  ];
  const calls = Array.from({ length: AT_ONCE }, (_, at) => kinds[at % kinds.length]?.());
  return (await Promise.all(calls)).map((answer) => answer?.status ?? 0);
}

describe('in transaction mode, with DIRECT_DATABASE_URL', () => {
  it('several hundred calls over few connections are answered, jobs run, and news reach another process', async () => {
    const { url, bouncer, addresses, app } = await pooledApp();
    expect(await start(bouncer.url, url)).toBeUndefined();
    const other = await testApp(ENV, { ...addresses, beside: app });
    const lab = await laboratory(app);
    const seen = async () => JSON.stringify((await other.request('/api/tests')).body);
    await seen();
    const published = await lab.published();
    await expect.poll(seen).toContain(String(published.taskNumber));
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      statuses.push(...(await mixedCalls(app, lab.analyst)));
      await app.jobs.drain();
    }
    expect([...new Set(statuses)].toSorted()).toEqual([200, 201]);
    expect(statuses).toHaveLength(ROUNDS * AT_ONCE);
    const console = openDatabase(bouncer.url.replace(/[^/]+$/, 'pgbouncer'), { max: 1, isPooled: true });
    const { rows } = await console.pool
      .query<{ user: string }>('SHOW SERVERS')
      .finally(() => console.close());
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(FEW);
  });

  it('PostgreSQL ends a statement that takes too long, and commands have limits of their own', async () => {
    const { url, bouncer, app } = await pooledApp();
    const sleeps = app.platform.db.pool
      .query('SELECT pg_sleep(60)')
      .catch((error: unknown) => sqlState(error));
    expect(await sleeps).toBe('57014');
    const settings = {
      ...ENV,
      DATA_DIR: app.platform.config.dataDirectory,
      DATABASE_URL: bouncer.url,
      DIRECT_DATABASE_URL: url,
    };
    expect(await call(admin, settings, 'backup', await newPath('backup.tgz'))).toMatchObject({ status: 0 });
    expect(await call(admin, settings, 'doctor')).toMatchObject({ status: 0 });
    const owner = { ...settings, DIRECT_DATABASE_URL: ownerUrlOf(url) };
    expect(await call(admin, owner, 'migrate')).toEqual({
      status: 0,
      said: 'The database is up to date.\nThe role vialproof_app has its rights.\n',
    });
  });

  it('while PgBouncer is away calls get 503, and afterwards they work again without a restart', async () => {
    const { bouncer, app } = await pooledApp();
    const { email, token } = await app.person();
    const calls = async () => {
      const answers = await Promise.all([
        app.request('/api/auth/login', { json: { email, password: app.password } }),
        app.request('/api/me/tests', { token }),
        app.request('/readyz'),
      ]);
      return answers.map(({ status }) => status);
    };
    expect(await calls()).toEqual([200, 200, 200]);
    await bouncer.end();
    expect(await calls()).toEqual([503, 503, 503]);
    await bouncer.start();
    expect(await calls()).toEqual([200, 200, 200]);
  });
});

it('an order that is repeated with its key while PgBouncer is killed is made once', async () => {
  const { bouncer, app } = await pooledApp();
  const { token } = await app.person();
  const { body } = await app.request<{ data: { id: string }[] }>('/api/skus/catalog');
  const json = { skuId: body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
  let failed = 0;
  const order = async (key: string): Promise<void> => {
    for (;;) {
      const { status } = await app.request('/api/orders', {
        json,
        token,
        headers: { 'idempotency-key': key },
      });
      if (status === 201) return;
      expect(status).toBe(503);
      failed += 1;
    }
  };
  const ordered = Array.from({ length: ORDERS }, (_, at) => order(`order ${at}`));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await expect
      .poll(async () => {
        const { rows } = await app.platform.bulkDb.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await bouncer.end();
    await bouncer.start();
  }
  await Promise.all(ordered);
  expect(failed).toBeGreaterThan(0);
  const { rows } = await app.platform.bulkDb.pool.query('SELECT count(*) AS orders FROM test_request');
  expect(rows).toEqual([{ orders: ORDERS }]);
});

describe('a start behind PgBouncer that does not suit it ends with one sentence', () => {
  it('without DIRECT_DATABASE_URL, in transaction mode and in session mode', async () => {
    const url = await testDatabase();
    const needsDirect = /^DATABASE_URL leads to a connection pooler \(.*\)\. Set DIRECT_DATABASE_URL to/;
    expect(await start((await pgBouncer(url)).url)).toMatch(
      /unsupported startup parameter: statement_timeout/,
    );
    expect(await start((await pgBouncer(url)).url)).toMatch(needsDirect);
    expect(await start((await pgBouncer(url, { ...SESSION, pool_mode: 'transaction' })).url)).toMatch(
      needsDirect,
    );
    expect(await start((await pgBouncer(url, SESSION)).url)).toMatch(needsDirect);
  });

  it('with a role that has no limits, and with a pooler in DIRECT_DATABASE_URL', async () => {
    const url = await testDatabase();
    const bouncer = await pgBouncer(url);
    expect(await start(bouncer.url, url)).toMatch(/ALTER ROLE "vialproof_app" SET statement_timeout = 2000;/);
    expect(await start(bouncer.url, bouncer.url)).toMatch(
      /^DIRECT_DATABASE_URL leads to a connection pooler/,
    );
    await limitRequests(url);
    const session = await pgBouncer(url, SESSION);
    expect(await start(session.url, url)).toBeUndefined();
    expect(await start(session.url, session.url)).toMatch(
      /^DIRECT_DATABASE_URL leads to a connection pooler/,
    );
  });
});

it('in session mode, with DIRECT_DATABASE_URL, everything works', async () => {
  const url = await limitedDatabase();
  const bouncer = await pgBouncer(url, SESSION);
  const app = await testApp(ENV, { databaseUrl: bouncer.url, directDatabaseUrl: url });
  const statuses = await mixedCalls(app, await app.person('analyst'));
  expect([...new Set(statuses)].toSorted()).toEqual([200, 201]);
});
