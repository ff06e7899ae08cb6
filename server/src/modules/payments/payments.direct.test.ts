import { request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../platform/http-server.ts';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { loseDatabase } from '../../testing/test-database.ts';
import { directWebhooks } from './payments.direct.ts';

type Answer = { status: number; headers: Record<string, unknown>; body: string };
type Post = { body: string; headers: Record<string, string> };

const WEBHOOK = '/api/webhooks/stripe';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that only has the short way; what it leaves alone is answered 299. */
async function shortWay(app: TestApp): Promise<number> {
  const direct = directWebhooks(app.platform, app.modules.payments);
  const server = createHttpServer(app.platform.config, (request, response) => {
    const leave = () => void response.writeHead(299).end();
    if (!direct(request, response, leave)) leave();
  });
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function post(port: number, { body, headers }: Post, path = WEBHOOK): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = {
      'x-request-id': 'the-same-for-both',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    };
    const outgoing = send(
      { port, host: '127.0.0.1', path, method: 'POST', headers: asked },
      async (incoming) => {
        let text = '';
        for await (const chunk of incoming) text += String(chunk);
        const { date: _date, connection: _connection, 'keep-alive': _alive, ...said } = incoming.headers;
        resolve({ status: incoming.statusCode ?? 0, headers: said, body: text });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

describe('the short way of webhooks', () => {
  test('answers what the usual way answers: status, headers and bytes', async () => {
    const app = await testApp();
    const { sign, event, count } = await paymentFixtures(app);
    const port = await shortWay(app);
    const usual = Number(new URL(app.platform.ownAddress()).port);
    const news = sign(event('customer.created', { id: 'cus_1' }));
    const posts: Post[] = [
      news,
      { ...news, headers: { ...news.headers, 'stripe-signature': 't=1,v1=00' } },
      { ...news, body: `${news.body} ` },
      { ...news, body: '' },
      sign(event('customer.created', {}), { ageSeconds: 301 }),
      sign({ id: 7, type: 'x' }),
    ];
    for (const each of posts) {
      const [short, long] = [await post(port, each), await post(usual, each)];
      expect(short).toEqual(long);
      expect([200, 400]).toContain(short.status);
    }
    const crypto = await post(port, news, '/api/webhooks/coinbase');
    expect(crypto).toEqual(await post(usual, news, '/api/webhooks/coinbase'));
    expect(crypto.status).toBe(400);
    expect(await count('payment_event')).toBe(1);
  });

  test('leaves alone whatever is unusual', async () => {
    const app = await testApp();
    const { sign, event, count } = await paymentFixtures(app);
    const port = await shortWay(app);
    const news = sign(event('customer.created', {}));
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
      ['authorization', 'Bearer nonsense'],
    ] as const) {
      expect((await post(port, { ...news, headers: { ...news.headers, [name]: value } })).status).toBe(299);
    }
    const large = sign(event('customer.created', { filler: 'x'.repeat(64_001) }));
    expect((await post(port, large)).status).toBe(299);
    for (const path of ['/api/webhooks/paypal', `${WEBHOOK}/`, `${WEBHOOK}?again`, '/api/orders']) {
      expect((await post(port, news, path)).status).toBe(299);
    }
    expect(await count('payment_event')).toBe(0);
  });

  test('stores nothing of a sender that hangs up half-way, and goes on', async () => {
    const app = await testApp();
    const { sign, event, count } = await paymentFixtures(app);
    const port = await shortWay(app);
    const news = sign(event('customer.created', {}));
    await new Promise<void>((resolve) => {
      const headers = { ...news.headers, 'content-length': String(Buffer.byteLength(news.body)) };
      const outgoing = send({ port, host: '127.0.0.1', path: WEBHOOK, method: 'POST', headers });
      outgoing.on('error', () => resolve());
      outgoing.write(news.body.slice(0, 20), () => outgoing.destroy(new Error('hung up')));
    });
    expect((await post(port, news)).status).toBe(200);
    expect(await count('payment_event')).toBe(1);
  });

  test('security 8: ends a sender whose event stops half-way, and goes on', async () => {
    const app = await testApp({ BODY_TIMEOUT_SECONDS: '1' });
    const { sign, event, count } = await paymentFixtures(app);
    const port = await shortWay(app);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`POST ${WEBHOOK} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":`),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect((await post(port, sign(event('customer.created', {})))).status).toBe(200);
    expect(await count('payment_event')).toBe(1);
  });

  test('is 503 while the database is away, so that the provider comes again', async () => {
    const app = await testApp();
    const { sign, event } = await paymentFixtures(app);
    const port = await shortWay(app);
    const news = sign(event('customer.created', {}));
    await loseDatabase(app.databaseUrl);
    expect(await post(port, news)).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '5' },
    });
  });
});
