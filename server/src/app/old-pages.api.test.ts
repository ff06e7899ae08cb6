import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import { databaseProxy } from '../testing/database-proxy.ts';
import { laboratory } from '../testing/lab.ts';
import { testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type FrontEnd, loadPages } from './pages.ts';

const WITHOUT_DATA = [
  '/how-it-works',
  '/terms',
  '/privacy',
  '/testing-policy',
  '/login',
  '/register',
  '/verify',
];

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

it('while the database is unavailable, the server sends pages from its cache, but no page about the validity of a result', async () => {
  const proxy = await databaseProxy(await testDatabase());
  const app = await testApp({ STATEMENT_TIMEOUT_MS: '1000' }, { databaseUrl: proxy.url, pages });
  onTestFinished(() => proxy.comeBack());
  const lab = await laboratory(app);
  const { id } = await lab.published();
  const { notifications } = app.platform;
  await vi.waitFor(() => expect(notifications.isConnected()).toBe(true), 20_000);
  const mayBeOld = ['/', '/tests', '/pricing'];
  const never = [`/tests/${id}`, `/api/tests/${id}`, '/transparency', '/checkpoint', '/api/tests'];
  for (const path of [...mayBeOld, ...never]) expect((await app.request(path)).status, path).toBe(200);
  app.clock.advance(50_000);

  proxy.goAway();
  await vi.waitFor(() => expect(notifications.isAway()).toBe(true), 20_000);
  for (const path of mayBeOld) {
    const { status, body, headers } = await app.request<string>(path);
    expect(status, path).toBe(200);
    expect(body, path).toMatch(/<body[^>]*><p class="as-of" role="status">As of .* UTC\./);
    expect(headers.get('cache-control'), path).toBe('no-store');
  }
  for (const path of WITHOUT_DATA) {
    const { status, body } = await app.request<string>(path);
    expect(status, path).toBe(200);
    expect(body, path).not.toContain('as-of');
  }
  for (const path of never) expect((await app.request(path)).status, path).toBe(503);
  const verified = '/api/tests/verify?taskNumber=10001&uniqueKey=AAAABBBBCCCC';
  expect((await app.request(verified)).status).toBe(503);
  expect((await app.request('/readyz')).status).toBe(503);
  expect(await app.request('/readyz?for=reading')).toMatchObject({ status: 200, body: { ready: true } });

  app.clock.advance(60_000);
  expect((await app.request('/tests')).status).toBe(200);
  app.clock.advance(1);
  expect((await app.request('/tests')).status).toBe(503);

  proxy.comeBack();
  await vi.waitFor(() => expect(notifications.isConnected()).toBe(true), 20_000);
  const again = await app.request<string>('/tests');
  expect(again.status).toBe(200);
  expect(again.body).not.toContain('as-of');
});

it('a list that changed just before the database went away is sent as it was, and answers 404 stay 404', async () => {
  const proxy = await databaseProxy(await testDatabase());
  const app = await testApp({ STATEMENT_TIMEOUT_MS: '1000' }, { databaseUrl: proxy.url, pages });
  onTestFinished(() => proxy.comeBack());
  const lab = await laboratory(app);
  const { notifications } = app.platform;
  await vi.waitFor(() => expect(notifications.isConnected()).toBe(true), 20_000);
  expect((await app.request('/tests')).status).toBe(200);
  await lab.published();
  expect((await app.request('/no-such-page')).status).toBe(404);

  proxy.goAway();
  await vi.waitFor(() => expect(notifications.isAway()).toBe(true), 20_000);
  const { status, body } = await app.request<string>('/tests');
  expect(status).toBe(200);
  expect(body).toContain('<p class="as-of" role="status">');
  expect((await app.request('/no-such-page')).status).toBe(404);
});
