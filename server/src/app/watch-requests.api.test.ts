import { expect, it, vi } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { scratchDirectory } from '../testing/scratch.ts';
import { testApp } from '../testing/test-app.ts';

type Line = Record<string, unknown> & { level: number };

/** Waits for `count` lines of the access log. */
async function linesOf(app: Awaited<ReturnType<typeof testApp>>, count: number): Promise<Line[]> {
  const read = () => app.logWatch.lines('"msg":"request"').map((line) => JSON.parse(line) as Line);
  await vi.waitFor(() => expect(read()).toHaveLength(count), 20_000);
  return read();
}

it('the access log has one line for each request, without the query and the last part of the client’s address', async () => {
  const app = await testApp({ ACCESS_LOG: '1', TRUST_PROXY: '1' });
  const headers = { 'x-request-id': 'my-own-request-1', 'x-forwarded-for': '203.0.113.77' };
  const answer = await app.request('/api/tests?search=mara@mail.test&uniqueKey=AAAABBBBCCCC', { headers });
  expect(answer.headers.get('x-request-id')).toBe('my-own-request-1');
  await app.request('/api/tests/none', { headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } });
  expect(await linesOf(app, 2)).toEqual([
    {
      level: 30,
      time: expect.any(String),
      msg: 'request',
      requestId: 'my-own-request-1',
      method: 'GET',
      path: '/api/tests',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client: '203.0.113.0',
    },
    expect.objectContaining({ path: '/api/tests/none', status: 404, client: '2001:db8:1:2::/64' }),
  ]);
});

it('every answer, also a cached one, contains the id of its line in the access log', async () => {
  const app = await testApp({ ACCESS_LOG: '1' });
  const ids = [];
  for (let ask = 0; ask < 2; ask += 1) {
    ids.push((await app.request('/api/config')).headers.get('x-request-id'));
  }
  expect((await linesOf(app, 2)).map(({ requestId }) => requestId)).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

it('the access log contains very frequent requests only at the debug level', async () => {
  const app = await testApp({ ACCESS_LOG: '1' });
  for (const path of ['/healthz', '/readyz']) await app.request(path);
  expect((await linesOf(app, 2)).map(({ level }) => level)).toEqual([20, 20]);
});

it('the access log is off by default, except in production', async () => {
  const directory = await scratchDirectory('config');
  expect(loadConfig({ DATA_DIR: directory }).accessLog).toBe(false);
  expect(loadConfig({ DATA_DIR: directory, ACCESS_LOG: '1' }).accessLog).toBe(true);
});

it('if an untrusted proxy sends its header, the server logs this once an hour', async () => {
  const app = await testApp();
  const lines = () => app.logWatch.lines('TRUST_PROXY is 0').length;
  await app.request('/healthz');
  expect(lines()).toBe(0);
  await app.request('/healthz', { headers: { forwarded: 'for=203.0.113.77' } });
  await app.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.77' } });
  expect(lines()).toBe(1);
  app.clock.advance(3_600_000);
  await app.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.77' } });
  expect(lines()).toBe(2);
  const behind = await testApp({ TRUST_PROXY: '1' });
  await behind.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.77' } });
  expect(behind.logWatch.lines('TRUST_PROXY')).toEqual([]);
});
