import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import type { Leave } from '../platform/http/turns.ts';
import { laboratory } from '../testing/lab.ts';
import { type Answer, labApp, type TestApp, testApp } from '../testing/test-app.ts';
import { type FrontEnd, loadPages } from './pages.ts';

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

type Places = keyof TestApp['platform']['turns'];
const ALL: Places[] = ['reads', 'writes', 'verification', 'laboratory', 'forms'];

/** Uses all places for requests of these kinds, so that others wait. Returns a function that frees one place. */
async function crowd(app: TestApp, kinds: Places[], clients: string[] = ['127.0.0.1']): Promise<Leave> {
  let leave: Leave = () => undefined;
  for (const kind of kinds) {
    const turns = app.platform.turns[kind];
    for (let place = 0; place < 8; place += 1) leave = (await turns.take('a crowd')) as Leave;
    for (const client of clients) for (let wait = 0; wait < 60; wait += 1) void turns.take(client);
  }
  return leave;
}

type OpenApi = { paths: Record<string, Record<string, unknown>> };

it('the server limits concurrent requests; only live streams, uploads and payment webhooks are not counted', async () => {
  const app = await testApp();
  const { token, id } = await app.person('admin');
  const { body } = await app.request<OpenApi>('/api/openapi.json');
  const calls = Object.entries(body.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => [verb.toUpperCase(), path] as const),
  );
  await crowd(app, ALL, [id]);
  const passed: string[] = [];
  const asks = calls.map(async ([method, path]) => {
    const asked = path.replaceAll(/\{\w+\}/g, '0b0fe7f2-8f20-4ffa-a175-6c3d50239711');
    const { status } = await app.request(asked, { method, token, ...(method === 'GET' ? {} : { json: {} }) });
    if (status !== 429) passed.push(`${method} ${path}`);
  });
  await Promise.all(asks);
  expect(calls.length).toBeGreaterThan(180);
  expect(passed.toSorted()).toEqual([
    'GET /api/events',
    'POST /api/lab/imports',
    'POST /api/lab/requests/{id}/attachments',
    'POST /api/lab/requests/{id}/chromatogram',
    'POST /api/lab/requests/{id}/chromatogram/blank',
    'POST /api/lab/requests/{id}/photos',
    'POST /api/lab/requests/{id}/spectra',
    'POST /api/webhooks/coinbase',
    'POST /api/webhooks/stripe',
  ]);
});

/** Sends requests at the same time and returns their statuses. */
async function statusesOf(app: TestApp, requests: { path: string; from: string }[]): Promise<number[]> {
  const port = Number(new URL(app.platform.ownAddress()).port);
  const sockets = await Promise.all(
    requests.map(async () => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const answers = sockets.map(async (socket) => {
    const [text] = (await once(socket, 'data')) as [string];
    socket.destroy();
    return Number(text.slice('HTTP/1.1 '.length).slice(0, 3));
  });
  for (const [at, { path, from }] of requests.entries())
    sockets[at]?.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n\r\n`);
  return Promise.all(answers);
}

it('of 120 concurrent requests for pages from one address, most are refused; those from other addresses are answered', async () => {
  const app = await testApp({ TRUST_PROXY: '1' }, { pages });
  const flood = Array.from({ length: 120 }, (_, at) => ({ path: `/nothing-${at}`, from: '192.0.2.1' }));
  const honest = ['/healthz', '/api/tests', '/nothing-else', '/pricing'].map((path, at) => ({
    path,
    from: `192.0.2.${at + 2}`,
  }));
  const statuses = await statusesOf(app, [...flood, ...honest]);
  expect(statuses.slice(flood.length)).toEqual([200, 200, 404, 200]);
  const ofFlood = Map.groupBy(statuses.slice(0, flood.length), (status) => status);
  expect([...ofFlood.keys()].toSorted()).toEqual([404, 429]);
  // Twenty requests are answered or wait; the server refuses all others.
  expect(ofFlood.get(429)?.length).toBeGreaterThan(20);
});

it('if too many requests run, a read is answered 429 with a message and Retry-After', async () => {
  const app = await testApp();
  await crowd(app, ['reads']);
  const answer = await app.request('/api/tests?page=2');
  expect(answer).toMatchObject({
    status: 429,
    body: {
      code: 'rate_limited',
      detail: 'Too much is being asked from your network at the moment. Please try again in a few seconds.',
    },
  });
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('while readers use all their places, people can still sign in and verify, and the laboratory can work', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const order = await lab.published();
  const leave = await crowd(app, ['reads'], []);
  const verify = `/api/tests/verify?taskNumber=${order.taskNumber}&uniqueKey=${order.uniqueKey}`;
  const login = { email: lab.analyst.email, password: 'not the password' };
  const answers: Answer<unknown>[] = [
    await app.request(verify),
    await app.request('/api/auth/login', { json: login }),
    await app.request('/api/lab/requests', { token: lab.analyst.token }),
    await app.request('/api/webhooks/stripe', { json: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 400]);
  const own = app.request('/api/me/tests', { token: lab.analyst.token });
  const first = await Promise.race([own, app.request('/healthz')]);
  expect(first.body).toBe('alive\n');
  leave();
  expect((await own).status).toBe(200);
});

it('if too many requests run, a page is answered with a link to try again; a cached page is sent as usual', async () => {
  const app = await testApp({}, { pages });
  await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });
  await app.request('/terms');
  await crowd(app, ALL);
  expect((await app.request('/terms')).status).toBe(200);
  const paths = [
    '/pricing',
    '/group-tests',
    '/verify',
    '/lab',
    '/feed.json',
    '/share/tests/x/1.png',
    '/nothing',
  ];
  const answers = await Promise.all(paths.map((path) => app.request<string>(path)));
  for (const [at, { status, headers, body }] of answers.entries()) {
    expect([paths[at], status, headers.get('retry-after')]).toEqual([paths[at], 429, '2']);
    expect(body).toContain('<a href="">Try Again</a>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const form = { body: new URLSearchParams({ taskNumber: '1', uniqueKey: 'x' }) };
  expect((await app.request('/verify', form)).status).toBe(429);
});

it('an unknown query parameter does not make the server render or cache a page again', async () => {
  const app = await testApp({}, { pages });
  await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });
  for (const path of [
    '/',
    '/tests',
    '/pricing',
    '/verify',
    '/login',
    '/api/tests',
    '/api/config',
    '/feed.json',
  ]) {
    const plain = await app.request<string>(path);
    const { misses } = app.platform.publicCache.usage();
    const odd = await app.request<string>(`${path}?x=1&utm_source=mail&fbclid=a&fbclid=b`);
    expect([path, odd.body]).toEqual([path, plain.body]);
    expect([path, app.platform.publicCache.usage().misses]).toEqual([path, misses]);
  }
});

it('a request with an unreadable address is written to the access log only', async () => {
  const app = await testApp({ ACCESS_LOG: '1' }, { pages });
  const printed = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  expect((await app.request('/%')).status).toBe(400);
  await expect.poll(() => app.logWatch.lines('"path":"/%"')).toHaveLength(1);
  for (const spy of printed) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});

it('a live stream requested with a wrong type or by HEAD is not kept open', async () => {
  const app = await testApp();
  const ask = (method: string, accept: string) =>
    app.request('/api/events?groups=true', { method, headers: { accept } });
  for (let count = 0; count < 25; count += 1) {
    expect((await ask('GET', 'application/json')).status).toBe(406);
    expect((await ask('HEAD', 'text/event-stream')).status).toBe(200);
  }
  expect((await ask('GET', 'text/event-stream')).status).toBe(200);
});

it('concurrent health checks share one check', async () => {
  const app = await testApp();
  const asked = vi.spyOn(app.platform.db.pool, 'query');
  const answers = await Promise.all(Array.from({ length: 40 }, () => app.request('/readyz')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  // Each check needs two statements.
  expect(asked.mock.calls.length).toBeLessThan(40);
  asked.mockRestore();
});

type Entry = { path?: string; index?: boolean; children?: Entry[] };
const pathsOf = (entries: Entry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const own = path ? `${above}/${path}` : above;
    return children ? pathsOf(children, own) : [index ? above || '/' : own];
  });

it('every page declares all query parameters that it reads', async () => {
  const app = await testApp({}, { pages });
  const asked = new Set<string>();
  const spies = (['get', 'getAll', 'has'] as const).map((name) => {
    const real = URLSearchParams.prototype[name] as (this: URLSearchParams, name: string) => never;
    return vi.spyOn(URLSearchParams.prototype, name).mockImplementation(function (
      this: URLSearchParams,
      parameter: string,
    ) {
      asked.add(parameter);
      return real.call(this, parameter);
    });
  });
  const found: Record<string, string[]> = {};
  const file = new URL('../../../web/app/routes.ts', import.meta.url).href;
  const { default: routes }: { default: Entry[] } = await import(file);
  for (const pattern of pathsOf(routes)) {
    if (pattern.startsWith('/dev/')) continue;
    const path = pattern.replaceAll(/:\w+/g, '0b0fe7f2-8f20-4ffa-a175-6c3d50239711').replace('*', 'nothing');
    const declared = pages.handler.queryOf(path)?.reads ?? [];
    asked.clear();
    await app.request(path);
    // The router itself adds these two parameters.
    const undeclared = [...asked].filter(
      (name) => !declared.includes(name) && !['index', '_routes'].includes(name),
    );
    if (undeclared.length > 0) found[pattern] = undeclared;
  }
  for (const spy of spies) spy.mockRestore();
  expect(found).toEqual({});
});
