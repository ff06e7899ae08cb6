import type { CatalogItem } from '@vialproof/contract/catalog';
import { expect, it } from 'vitest';
import { startupProxy } from '../testing/startup-proxy.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';

const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** The names of the statements that the connections of the pool know. */
async function statementNames({ platform }: TestApp): Promise<string[]> {
  const { pool } = platform.db;
  const clients = await Promise.all(Array.from({ length: platform.config.poolSize }, () => pool.connect()));
  const known = await Promise.all(
    clients.map((client) => client.query<{ name: string }>('SELECT name FROM pg_prepared_statements')),
  );
  for (const client of clients) client.release();
  return [...new Set(known.flatMap(({ rows }) => rows.map(({ name }) => name)))].toSorted();
}

/** Signs in, orders, and lets the order's jobs run. */
async function signInAndOrder(app: TestApp): Promise<void> {
  const { email, token } = await app.person();
  const login = await app.request('/api/auth/login', { json: { email, password: app.password } });
  expect(login.status).toBe(200);
  const { body } = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const json = { skuId: body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
  const ordered = await app.request('/api/orders', { json, token });
  expect(ordered.status).toBe(201);
  await app.jobs.drain();
}

it('through a pooler, requests send neither limits nor named statements, and everything else goes directly', async () => {
  const url = await testDatabase();
  const pooler = await startupProxy(url, (parameters) =>
    LIMITS.some((name) => parameters.has(name)) ? 'unsupported startup parameter' : undefined,
  );
  const pooled = await testApp(
    { METRICS_TOKEN: 'a token for figures' },
    { databaseUrl: pooler, directDatabaseUrl: url },
  );
  await signInAndOrder(pooled);
  expect(await statementNames(pooled)).toEqual([]);
  expect(pooled.platform.notifications.isConnected()).toBe(true);
  expect((await pooled.request('/readyz')).status).toBe(200);
  const figures = await pooled.request('/metrics', { token: 'a token for figures' });
  expect(figures.body).toContain('vialproof_database_up 1');

  const direct = await testApp({ POOL_SIZE: '4' });
  await signInAndOrder(direct);
  expect(await statementNames(direct)).toEqual(
    expect.arrayContaining(['accounts_viewer', 'catalog_list_sold', 'limits_take']),
  );
});

it.each(['refuses', 'drops'])(
  'if the address comes to lead to a pooler that %s limits, new connections are refused with 503, and /readyz fails',
  async (what) => {
    let isPooler = false;
    const url = await startupProxy(await testDatabase(), (parameters) => {
      if (!isPooler) return undefined;
      if (what === 'refuses') return 'unsupported startup parameter: statement_timeout';
      for (const name of LIMITS) parameters.delete(name);
      return undefined;
    });
    const app = await testApp({}, { databaseUrl: url });
    const { pool } = app.platform.db;
    const { token } = await app.person();
    const call = async () => (await app.request('/api/me/tests', { token })).status;
    const ready = async () => (await app.request('/readyz')).status;
    expect([await call(), await ready()]).toEqual([200, 200]);
    const open = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    isPooler = true;
    expect(await call()).toBe(503);
    for (const client of open) client.release();
    // Connections from before still work, but a further call would not.
    expect([await call(), await ready(), await ready()]).toEqual([200, 503, 503]);
    isPooler = false;
    await expect.poll(ready).toBe(200);
    expect(await call()).toBe(200);
  },
);
