import type { CatalogItem } from '@vialproof/contract/catalog';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import { GIVEN_UP_AFTER_MS } from '../platform/postgres/connection-settings.ts';
import { databaseProxy } from '../testing/database-proxy.ts';
import { scratchDirectory } from '../testing/scratch.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type FrontEnd, loadPages } from './pages.ts';

const LONGEST_MS = 5_000;

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

/** An application whose database can stop answering. Its time limits are half as long as usual. */
async function silenceable() {
  const proxy = await databaseProxy(await testDatabase());
  const app = await testApp({ STATEMENT_TIMEOUT_MS: '1000' }, { databaseUrl: proxy.url, pages });
  // The database must answer again before the application can close.
  onTestFinished(() => proxy.speak());
  const person = await app.person();
  const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const order = { skuId: catalog.body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
  const { token } = person;
  const requests: Record<string, Parameters<typeof app.request>> = {
    'home page': ['/'],
    'list page': ['/tests'],
    'a page that nobody asked for yet': ['/group-tests'],
    list: ['/api/tests'],
    search: ['/api/tests?search=bpc'],
    'one test': ['/api/tests/00000000-0000-4000-8000-000000000000'],
    verification: ['/api/tests/verify?taskNumber=10001&uniqueKey=AAAABBBBCCCC'],
    catalog: ['/api/skus/catalog'],
    groups: ['/api/group-tests'],
    'own tests': ['/api/me/tests', { token }],
    'an order': ['/api/orders', { json: order, token, headers: { 'idempotency-key': 'silent' } }],
    'sign-in': ['/api/auth/login', { json: { email: person.email, password: app.password } }],
    refresh: ['/api/auth/refresh', { json: { refresh_token: person.session.refresh_token } }],
    registration: [
      '/api/auth/register',
      { json: { firstName: 'A', lastName: 'B', email: 'new@example.test', password: app.password } },
    ],
    'live news': ['/api/events', { token }],
    sitemap: ['/sitemap.xml'],
    checkpoint: ['/checkpoint'],
    health: ['/readyz'],
  };
  async function ask(name: string) {
    const { status } = await app.request(...(requests[name] ?? ['/']));
    return { name, status };
  }
  return { app, proxy, requests, ask };
}

describe('requests fail while the database accepts connections but does not answer', () => {
  it('while the database does not answer, each request gets an answer; later the server recovers by itself', async () => {
    const { app, proxy, requests, ask } = await silenceable();
    await ask('home page');
    proxy.silence();
    const names = Object.keys(requests);
    const answers = await Promise.all(names.map(ask));
    for (const name of ['list page', 'own tests', 'an order']) answers.push(await ask(name));
    answers.push(
      ...(await Promise.all(Array.from({ length: 30 }, (_, i) => ask(names[i % names.length] ?? '')))),
    );
    // A reader who waits too long for a turn gets 429.
    expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
    const waiting = answers.filter(({ name }) => name === 'an order');
    expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 503));

    proxy.speak();
    await vi.waitFor(async () => expect((await ask('health')).status).toBe(200), 20_000);
    for (const name of ['home page', 'list', 'own tests', 'sign-in']) {
      expect(await ask(name)).toMatchObject({ status: 200 });
    }
    expect((await ask('an order')).status).toBe(201);
    const { rows } = await app.platform.db.pool.query('SELECT count(*)::int AS n FROM test_request');
    expect(rows).toEqual([{ n: 1 }]);
    await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), 20_000);
  });

  it('by default, waiting for a connection and for a statement takes less than five seconds together', async () => {
    const { statementTimeoutMs } = loadConfig({ DATA_DIR: await scratchDirectory('config') });
    expect(2 * statementTimeoutMs + GIVEN_UP_AFTER_MS).toBeLessThan(LONGEST_MS);
  });
});

describe('the database stops a slow statement, and the request gets 503', () => {
  it('the database stops a slow statement, but gives more time to work on whole tables', async () => {
    const { app } = await silenceable();
    const { db, bulkDb } = app.platform;
    const limitOf = async ({ pool }: typeof db) =>
      (await pool.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit")).rows;
    expect(await limitOf(db)).toEqual([{ limit: '1s' }]);
    expect(await limitOf(bulkDb)).toEqual([{ limit: '30min' }]);
  });

  it('a request with a slow statement is answered 503 with Retry-After', async () => {
    const { app } = await silenceable();
    const { pool } = app.platform.db;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE sku IN ACCESS EXCLUSIVE MODE');
    const late = await app.request('/api/skus/catalog');
    await holder.query('ROLLBACK');
    holder.release();
    expect(late).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(late.headers.get('retry-after')).toBe('5');
    expect((await app.request('/api/skus/catalog')).status).toBe(200);
  });
});
