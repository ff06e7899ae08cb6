import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { seedManyTests } from '../../../database/seed/many-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { directList } from './listing.direct.ts';

type Answer = { status: number; headers: Record<string, unknown>; body: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server of node:http that only has the short way; what it leaves alone is answered 299. */
async function shortWay(app: TestApp): Promise<number> {
  const direct = directList(app.platform, app.modules.listing);
  const server = createServer((request, response) => {
    const leave = () => void response.writeHead(299).end();
    if (!direct(request, response, leave)) leave();
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function ask(port: number, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send({ port, host: '127.0.0.1', path, method, headers }, (incoming: IncomingMessage) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => {
        body += String(chunk);
      });
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: { ...incoming.headers }, body }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const own = new Set(['date', 'connection', 'keep-alive']);
const said = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !own.has(name)));

describe('the short way to the list', () => {
  it('answers what the usual way answers: status, headers and bytes', async () => {
    const app = await testApp();
    const now = app.platform.clock.now();
    await seedManyTests(app.platform.db.pool, { from: 1, to: 40, now, withResults: true });
    const port = await shortWay(app);
    const id = { 'x-request-id': 'the-same-for-both' };
    for (const query of [
      '',
      '?',
      '?page=2',
      '?page=100000',
      '?limit=3&page=3',
      '?onlyPublic=true',
      '?onlySterility=true&onlyPublic=true',
      '?search=semaglutide',
      '?search=%C3%A9%25_%22%27%F0%9F%A7%AA',
      '?search=a+b',
      '?unknown=1',
    ]) {
      const short = await ask(port, `/api/tests${query}`, id);
      const usual = await app.api.request(`/api/tests${query}`, { headers: id });
      expect(short.status, query).toBe(usual.status);
      expect(said(Object.entries(short.headers)), query).toEqual(said(usual.headers));
      expect(short.body, query).toBe(await usual.text());
    }
  });

  it('leaves everything unusual to the usual way', async () => {
    const app = await testApp();
    const port = await shortWay(app);
    const left: [string, Record<string, string>, string?][] = [
      ['/api/tests', { authorization: 'Bearer x' }],
      ['/api/tests', { origin: 'https://elsewhere.test' }],
      ['/api/tests', {}, 'POST'],
      ['/api/tests', {}, 'HEAD'],
      ['/api/tests/', {}],
      ['/api/testsomething', {}],
      ['/api/tests/verify', {}],
      ['/api/tests?page=0', {}],
      ['/api/tests?page=-1', {}],
      ['/api/tests?limit=101', {}],
      ['/api/tests?page=1&page=2', {}],
      ['/api/tests?page=1000000000', {}],
      [`/api/tests?search=${'a'.repeat(10_000)}`, {}],
    ];
    for (const [path, headers, method] of left) {
      expect((await ask(port, path, headers, method)).status, `${method ?? 'GET'} ${path}`).toBe(299);
    }
  });

  it('answers 503 as the usual way does when the database does not answer, and waits for it no second time', async () => {
    const app = await testApp({ STATEMENT_TIMEOUT_MS: '300' });
    const port = await shortWay(app);
    const holder = await app.platform.bulkDb.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE public_test, public_test_count IN ACCESS EXCLUSIVE MODE');
    const id = { 'x-request-id': 'the-same-for-both' };
    const short = await ask(port, '/api/tests', id);
    const usual = await app.api.request('/api/tests', { headers: id });
    await holder.query('ROLLBACK');
    holder.release();
    expect(short.status).toBe(503);
    expect(short.headers['retry-after']).toBe('5');
    const { 'content-length': _, ...headers } = said(Object.entries(short.headers));
    expect(headers).toEqual(said(usual.headers));
    expect(short.body).toBe(await usual.text());
    expect((await ask(port, '/api/tests', {})).status).toBe(200);
  });
});
