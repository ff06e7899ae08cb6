import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { laboratory } from '../../testing/lab.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { labApp, shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { loadConfig } from '../config/config.ts';
import { createHttpServer } from './http-server.ts';

type Connection = Awaited<ReturnType<typeof connectionAt>>;

/** A connection that sends exactly what the test writes. */
const connection = (app: TestApp) => connectionAt(Number(new URL(app.platform.ownAddress()).port));
const connectionTo = (server: Server) => connectionAt((server.address() as AddressInfo).port);

async function connectionAt(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  // A server that closes early breaks the connection. The test ignores this error.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  await Promise.race([closed, new Promise<void>((resolve) => socket.once('connect', resolve))]);
  return {
    isOpen: () => !socket.destroyed,
    write: (bytes: string) => void (socket.writable && socket.write(bytes)),
    /** Writes bytes; resolves when they are sent. */
    sent: (bytes: string) => new Promise<void>((resolve) => socket.write(bytes, () => resolve())),
    /** What was received, as soon as it contains `sign` or the server has closed. */
    async until(sign: string): Promise<string> {
      while (!text.includes(sign) && !socket.destroyed) {
        await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))]);
      }
      return text;
    },
    /** The received text, when the server has closed. */
    async end(): Promise<string> {
      await closed;
      return text;
    },
  };
}

function post(path: string, headers: string[]): string {
  const type = /photos|attachments/.test(path) ? 'multipart/form-data; boundary=cut' : 'application/json';
  return [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, ...headers, '', ''].join(
    '\r\n',
  );
}

const status = (answer: string) => answer.slice(0, 'HTTP/1.1 408'.length);

/** A server for one test. */
async function serving(
  env: Record<string, string>,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const directory = await scratchDirectory('http');
  const server = createHttpServer(loadConfig({ DATA_DIR: directory, ...env }), listener);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The next request of the server. */
async function next(server: Server): Promise<{ request: IncomingMessage; response: ServerResponse }> {
  const [request, response] = await once(server, 'request');
  return { request, response };
}

/** From now on timers wait for the test, except those of Node itself. */
function letTimersStandStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('security 8: the server ends a request that stops arriving', () => {
  it('the server ends a request whose body does not arrive', async () => {
    const app = await testApp({ BODY_TIMEOUT_SECONDS: '1' });
    const { token } = await app.person('analyst');
    const expected = [
      ['/api/auth/login', 408],
      ['/api/webhooks/stripe', 408],
      ['/api/lab/requests/x/photos', 408],
      // This call is refused at once, before its body is read.
      ['/v1/refunds', 401],
      ['/nothing-here', 404],
    ].flatMap(([path, code]) => [
      [path, 'Content-Length: 500', '--cut', `HTTP/1.1 ${code}`],
      [path, 'Transfer-Encoding: chunked', '5\r\n--cut\r\n', `HTTP/1.1 ${code}`],
    ]);
    const found = await Promise.all(
      expected.map(async ([path, length, sent]) => {
        const slow = await connection(app);
        slow.write(`${post(`${path}`, [`Authorization: Bearer ${token}`, `${length}`])}${sent}`);
        const answer = await slow.end();
        expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff\r\n');
        return [path, length, sent, status(answer)];
      }),
    );
    expect(found).toEqual(expected);
    expect((await app.request('/healthz')).status).toBe(200);
  });

  it('the server ends a connection on which no headers arrive', async () => {
    const app = await testApp({ HEADERS_TIMEOUT_SECONDS: '1' });
    const slow = await connection(app);
    slow.write('POST /api/auth/login HTTP/1.1\r\nHost: loc');
    expect(status(await slow.end())).toBe('HTTP/1.1 408');
  });

  it('the server stores an upload that arrives in pieces', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.received();
    const part = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const body = `${part}${'1,2\n'.repeat(60)}\r\n--cut--\r\n`;
    const slow = await connection(app);
    const headers = [`Authorization: Bearer ${lab.analyst.token}`, `Content-Length: ${body.length}`];
    slow.write(post(`/api/lab/requests/${order.id}/attachments`, [...headers, 'Connection: close']));
    for (let at = 0; at < body.length; at += 20) await slow.sent(body.slice(at, at + 20));
    expect(await slow.end()).toMatch(/^HTTP\/1.1 200 .*"file_name":"a.csv"/s);
  });
});

describe('security 8: a request that arrives byte by byte is ended at a time limit', () => {
  const BYTES = 30;

  /** A server whose timers wait for the test. */
  async function atOurPace(env: Record<string, string>) {
    const server = await serving(env, (request, response) => {
      if (request.url === '/stream') response.write('begun, ');
      else request.resume().once('end', () => response.end('whole'));
    });
    letTimersStandStill();
    return {
      server,
      /** A request whose body has not begun. `piece` sends a part, and waits until the server has read it. */
      async begin(path: string) {
        const client = await connectionTo(server);
        const asked = next(server);
        client.write(post(path, [`Content-Length: ${BYTES}`, 'Connection: close']));
        const { request } = await asked;
        async function piece(): Promise<void> {
          const read = once(request, 'data');
          client.write('x');
          await read;
        }
        return { ...client, piece };
      },
    };
  }

  it('the server ends a slow request at its time limit, but not an upload', async () => {
    const { begin } = await atOurPace({ BODY_TIMEOUT_SECONDS: '20' });
    const [login, photo] = [await begin('/api/auth/login'), await begin('/api/lab/requests/x/photos')];
    let sent = 0;
    for (; sent < 9; sent += 1) {
      vi.advanceTimersByTime(2_000);
      await login.piece();
      await photo.piece();
    }
    vi.advanceTimersByTime(2_000);
    expect(status(await login.end())).toBe('HTTP/1.1 408');
    for (; sent < BYTES; sent += 1) {
      vi.advanceTimersByTime(19_000);
      await photo.piece();
    }
    expect(await photo.end()).toMatch(/^HTTP\/1.1 200 .*whole/s);
  });

  it('the server ends an upload at a limit of its own, and an answer has no limit', async () => {
    const { server, begin } = await atOurPace({ UPLOAD_TIMEOUT_SECONDS: '1' });
    const stream = await connectionTo(server);
    const asked = next(server);
    stream.write('GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const { response } = await asked;
    const photo = await begin('/api/lab/requests/x/photos');
    for (let sent = 0; sent < 3; sent += 1) await photo.piece();
    expect(status(await photo.end())).toBe('HTTP/1.1 408');
    expect(stream.isOpen()).toBe(true);
    response.end('ended');
    expect(await stream.end()).toMatch(/^HTTP\/1.1 200 .*begun, .*ended/s);
  });
});

describe('security 8: a second request without its body is ended', () => {
  it.each([
    ['is ended with 408 in its turn', '/unread', ['200', '408']],
    ['gets the answer that was ready', '/answered', ['200', '299']],
  ])(
    'the server ends a request without its body %s, after it answered the first request',
    async (_what, path, expected) => {
      const waiting: ServerResponse[] = [];
      const server = await serving({ BODY_TIMEOUT_SECONDS: '20' }, ({ url }, response) => {
        if (url === '/slow') waiting.push(response.writeHead(200));
        if (url === '/slow') response.write('begun, ');
        if (url === '/answered') response.writeHead(299).end('ready');
      });
      letTimersStandStill();
      const body = `${post(path, ['Content-Length: 500'])}unfinished`;
      const [both, later] = [await connectionTo(server), await connectionTo(server)];
      both.write(`GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n${body}`);
      await both.until('begun');
      const asked = next(server);
      later.write(`${post('/unread', ['Content-Length: 500'])}unfinished`);
      await asked;
      vi.advanceTimersByTime(20_000);
      expect(status(await later.end())).toBe('HTTP/1.1 408');
      expect(both.isOpen()).toBe(true);
      waiting[0]?.end('ended');
      const answers = await both.end();
      expect(answers).toMatch(/^HTTP\/1.1 200 OK\r\n.*begun, \r\n5\r\nended\r\n0\r\n\r\nHTTP\/1.1 /s);
      expect([...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) => code)).toEqual(expected);
    },
  );
});

/** A call with a long body that everybody may make. */
const COMPARE = '/api/tests/verify/compare';

describe('security 8: the server refuses bodies that are too large', () => {
  const usual = shared((atEnd) => testApp({}, { atEnd }));

  it('a webhook body has at most 64 kB, whether its length is announced or not', async () => {
    const app = await testApp();
    for (const provider of ['stripe', 'coinbase']) {
      const path = `/api/webhooks/${provider}`;
      const known = await connection(app);
      known.write(post(path, ['Content-Length: 64001']));
      expect(status(await known.until('\r\n\r\n'))).toBe('HTTP/1.1 413');
      const unknown = await connection(app);
      unknown.write(post(path, ['Transfer-Encoding: chunked']));
      for (let kilobytes = 0; kilobytes < 65; kilobytes += 1) unknown.write(`3e8\r\n${'x'.repeat(1000)}\r\n`);
      expect(status(await unknown.until('\r\n\r\n'))).toBe('HTTP/1.1 413');
    }
  });

  it('while bodies use up the memory, large bodies are refused, and small ones are always accepted', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000' });
    const headers = ['Content-Length: 999999'];
    const held = [];
    for (let count = 0; count < 11; count += 1) {
      const one = await connection(app);
      one.write(post(COMPARE, [...headers, 'Expect: 100-continue']));
      expect(status(await one.until('\r\n\r\n'))).toBe('HTTP/1.1 100');
      held.push(one);
    }
    for (const length of [...headers, 'Transfer-Encoding: chunked', 'Content-Length: 16001']) {
      const one = await connection(app);
      one.write(post(COMPARE, [length]));
      const answer = await one.until('"unavailable"');
      expect(answer).toContain('HTTP/1.1 503');
      expect(answer.toLowerCase()).toContain('\r\nretry-after: 5\r\n');
    }
    const small = { email: 'nobody@example.test', password: 'x'.repeat(100) };
    expect((await app.request('/api/auth/login', { json: small })).status).toBe(401);
    // The length header already says that the body is too long.
    const one = await connection(app);
    one.write(post(COMPARE, ['Content-Length: 1000001']));
    expect(status(await one.until('\r\n\r\n'))).toBe('HTTP/1.1 413');
    // The request was answered, so its memory is free again.
    held[0]?.write('x'.repeat(999_999));
    expect(await held[0]?.until('"malformed"')).toContain('HTTP/1.1 400');
    expect((await app.request(COMPARE, { json: { uniqueKey: 'x'.repeat(500_000) } })).status).toBe(422);
  });

  it.each(['/api/auth/login', '/api/auth/register', '/api/watches', '/api/tests/verify'])(
    'the body of %s, which everybody may call, has at most 16 kB',
    async (path) => {
      const app = usual();
      const one = await connection(app);
      one.write(post(path, ['Content-Length: 16001']));
      expect(status(await one.until('\r\n\r\n'))).toBe('HTTP/1.1 413');
    },
  );
});

describe('security 8: a client that sends many bodies does not block others', () => {
  const usual = shared((atEnd) => testApp({}, { atEnd }));
  const CHUNKED = 'Transfer-Encoding: chunked';
  const REFUSED = 'HTTP/1.1 503';

  /** A request whose body is missing. */
  async function begin(app: TestApp, path: string, headers: string[], from = '192.0.2.1') {
    const one = await connection(app);
    // Only the last entry comes from the proxy. Clients can write all entries before it.
    one.write(post(path, [...headers, `X-Forwarded-For: 203.0.113.1, ${from}`, 'Expect: 100-continue']));
    await one.until('HTTP/1.1 100');
    return one;
  }
  const refused = async (one: Connection) => expect(await one.until('"unavailable"')).toContain(REFUSED);
  /** The server keeps the body and has not refused it. */
  const held = async (one: Connection) => expect(await one.until('HTTP/1.1 100')).not.toContain(REFUSED);

  it('one client uses at most half of the memory for bodies', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '96000000', TRUST_PROXY: '1' });
    const compare = (from?: string) => begin(app, COMPARE, [CHUNKED], from);
    const most = [];
    for (let count = 0; count < 12; count += 1) most.push(await compare());
    await refused(await compare());
    await refused(await compare('192.0.2.1:4711'));
    const other = await compare('192.0.2.2');
    await refused(await compare());
    for (const one of [...most, other]) await held(one);
    // The memory of a request is free when the request ends.
    most[0]?.write('0\r\n\r\n');
    await most[0]?.until('HTTP/1.1 4');
    const next = await compare();
    await refused(await compare());
    await held(next);
  });

  it('one client may send one body of the largest size, even if little memory is left', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000', TRUST_PROXY: '1' });
    const { token } = await app.person('analyst');
    const headers = [`Authorization: Bearer ${token}`, 'Content-Length: 10400000'];
    const first = await begin(app, '/api/lab/requests/x/photos', headers);
    await refused(await begin(app, '/api/lab/requests/x/photos', headers));
    await held(first);
  });

  it('a client with unfinished bodies does not block the laboratory or a payment', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    const [{ token }, analyst] = [await app.person(), await app.person('analyst')];
    const length = 'Content-Length: 999000';
    for (let count = 0; count < 32; count += 1) {
      const address = `192.0.2.${count % 4}`;
      await begin(app, COMPARE, [length], address);
      await begin(app, '/api/orders', [length, `Authorization: Bearer ${token}`], address);
    }
    await refused(await begin(app, COMPARE, [length], '192.0.2.9'));
    const upload = [`Authorization: Bearer ${analyst.token}`, 'Content-Length: 10400000'];
    const others = [
      await begin(app, '/api/lab/requests/x/photos', upload),
      await begin(app, '/api/webhooks/stripe', ['Content-Length: 60000']),
    ];
    await app.request('/healthz');
    for (const one of others) await held(one);
  });

  it.each([
    ['/api/lab/intake', 'HTTP/1.1 401', '"unauthenticated"'],
    ['/api/lab/anything', 'HTTP/1.1 404', '"not_found"'],
  ])(
    'a client without a token never uses the laboratory’s memory for bodies: %s',
    async (path, status, code) => {
      const app = await testApp({ TRUST_PROXY: '1' });
      const analyst = await app.person('analyst');
      for (let count = 0; count < 70; count += 1) {
        const one = await begin(app, path, [CHUNKED], `192.0.2.${count % 2}`);
        expect(await one.until(code)).toContain(status);
      }
      const upload = [`Authorization: Bearer ${analyst.token}`, 'Content-Length: 10400000'];
      const other = await begin(app, '/api/lab/requests/x/photos', upload, '192.0.2.9');
      await app.request('/healthz');
      await held(other);
    },
  );

  it('a webhook without an announced length reserves memory for the largest webhook', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000', WEBHOOK_BODY_BYTES: '500000' });
    const events = [];
    for (let count = 0; count < 22; count += 1)
      events.push(await begin(app, '/api/webhooks/stripe', [CHUNKED]));
    await refused(await begin(app, '/api/webhooks/stripe', [CHUNKED]));
    for (const one of events) await held(one);
  });

  it.each([
    '/api/x/../lab/requests/x/photos',
    '/api/lab/requests/%2e/x/photos',
    'http://other/api/x/../lab/requests/x/photos?a=b',
  ])('an upload reserves memory by the path that the server will use: %s', async (path) => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000' });
    const { token } = await app.person('analyst');
    const headers = [`Authorization: Bearer ${token}`, 'Content-Length: 6000000'];
    const first = await begin(app, path, headers);
    await refused(await begin(app, path, headers));
    await held(first);
  });

  it.each(['//', '///', '*', 'http://', 'http://[', '/%', '/\\'])(
    'a request to the address %s is answered',
    async (path) => {
      const app = usual();
      const one = await connection(app);
      one.write(post(path, ['Content-Length: 20000', 'Connection: close']));
      one.write('x'.repeat(20_000));
      expect(await one.end()).toMatch(/^HTTP\/1.1 4\d\d /);
      expect((await app.request('/healthz')).status).toBe(200);
    },
  );
});

it('security 8: connections above the limit are closed', async () => {
  const app = await testApp({ MAX_CONNECTIONS: '2' });
  const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (const each of [await connection(app), await connection(app)]) {
    each.write(ask);
    expect(status(await each.until('alive'))).toBe('HTTP/1.1 200');
  }
  const third = await connection(app);
  third.write(ask);
  expect(await third.end()).toBe('');
});

it('security 15: the server refuses a request with two Host headers', async () => {
  const app = await testApp();
  for (const path of ['/api/config', '/healthz']) {
    const one = await connection(app);
    one.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n`);
    const answer = await one.end();
    expect(status(answer)).toBe('HTTP/1.1 400');
    expect(answer).toContain('"code":"malformed"');
  }
});

it.each([
  ['0', 5],
  ['1', 65],
])('behind %s proxies, an unused connection is kept for %i seconds', async (proxies, seconds) => {
  const server = await serving({ TRUST_PROXY: proxies }, (_request, response) => response.end('here'));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const answer = await fetch(`http://127.0.0.1:${address.port}/`);
  expect(answer.headers.get('keep-alive')).toBe(`timeout=${seconds}`);
  expect(await answer.text()).toBe('here');
});
