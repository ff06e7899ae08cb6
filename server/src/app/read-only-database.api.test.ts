import { expect, it } from 'vitest';
import { waitForDatabase } from '../platform/postgres/wait-for-database.ts';
import { figureOf, METRICS_TOKEN, scrape } from '../testing/figures.ts';
import { testApp } from '../testing/test-app.ts';
import { asOwner } from '../testing/test-database.ts';

it('if the database is read-only, the server reports "not ready", says so in /metrics, answers reads, and answers writes with 503', async () => {
  const app = await testApp({ METRICS_TOKEN });
  const person = await app.person();
  const { pool } = app.platform.db;
  const refusesWrites = async () => figureOf(await scrape(app), 'vialproof_database_read_only');
  expect(await refusesWrites()).toBe(0);
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await asOwner(app, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // Open connections keep the old setting, so they are closed.
  await asOwner(
    app,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const writes = () =>
    app.request('/api/auth/login', { json: { email: person.email, password: app.password } });
  await expect
    .poll(async () => (await app.request('/readyz')).body)
    .toMatchObject({
      ready: false,
      database: true,
      read_only: true,
    });
  expect((await app.request('/readyz')).status).toBe(503);
  await expect.poll(refusesWrites).toBe(1);
  expect((await app.request('/api/skus/catalog')).status).toBe(200);
  expect((await writes()).status).toBe(503);
  await expect(
    waitForDatabase(pool, {
      log: { warn: () => undefined },
      signal: new AbortController().signal,
      seconds: 0,
    }),
  ).rejects.toThrow(/^The database is read-only: .* Set it to the primary\.$/);
});

it('a check of health closes the connection to a read-only database, so that a later check asks another server', async () => {
  const app = await testApp({ POOL_SIZE: '2' });
  const { pool } = app.platform.db;
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    await client.query('SET default_transaction_read_only = on');
    client.release();
  }
  const ready = async () => (await app.request('/readyz')).status;
  expect(await ready()).toBe(503);
  await expect.poll(ready).toBe(200);
});
