import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventReader } from '../testing/event-reader.ts';
import { laboratory } from '../testing/lab.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { createHttpServer } from './http-server.ts';

type Connection = Awaited<ReturnType<typeof connection>>;

/** A connection on which nothing is sent but what the test says. */
const connection = (app: TestApp) => connectionTo(new URL(app.platform.ownAddress()));

async function connectionTo({ hostname, port }: { hostname: string; port: string | number }) {
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  // A server that closes while we still write resets the connection; what it said before is what counts.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  await Promise.race([closed, new Promise<void>((resolve) => socket.once('connect', resolve))]);
  return {
    isOpen: () => !socket.destroyed,
    write: (bytes: string) => void (socket.writable && socket.write(bytes)),
    /** What came back, once it holds `sign` or the server has ended the connection. */
    async until(sign: string): Promise<string> {
      while (!text.includes(sign) && !socket.destroyed) {
        await Promise.race([closed, new Promise((resolve) => socket.once('data', resolve))]);
      }
      return text;
    },
    /** What came back, once the server has ended the connection. */
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

/** Sends a piece every fifth of a second, for pace is what these tests are about, until the server ends the connection. */
async function drip(to: Connection, pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    if (!to.isOpen()) return;
    to.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const QUICK = { HEADERS_TIMEOUT_SECONDS: '1', BODY_TIMEOUT_SECONDS: '1' };

describe('security 8: a request that does not arrive', () => {
  it.each([
    ['/api/auth/login', 408],
    ['/api/webhooks/stripe', 408],
    ['/api/lab/requests/x/photos', 408],
    // Refused unread, at once.
    ['/v1/refunds', 401],
    ['/nothing-here', 404],
  ])('at %s is ended (%i), whether or not its length is known', async (path, expected) => {
    const app = await testApp(QUICK);
    const { token } = await app.person('analyst');
    for (const [length, sent] of [
      ['Content-Length: 500', '--cut'],
      ['Transfer-Encoding: chunked', '5\r\n--cut\r\n'],
    ]) {
      const slow = await connection(app);
      slow.write(`${post(path, [`Authorization: Bearer ${token}`, `${length}`])}${sent}`);
      const answer = await slow.end();
      expect(status(answer)).toBe(`HTTP/1.1 ${expected}`);
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff\r\n');
    }
    expect((await app.request('/healthz')).status).toBe(200);
  });

  it('is ended also while its headers are missing', async () => {
    const app = await testApp(QUICK);
    const slow = await connection(app);
    slow.write('POST /api/auth/login HTTP/1.1\r\nHost: loc');
    expect(status(await slow.end())).toBe('HTTP/1.1 408');
  });

  it('is ended although it goes on byte by byte; an upload later, an answer never', async () => {
    const app = await testApp({ ...QUICK, UPLOAD_TIMEOUT_SECONDS: '3' });
    const { token } = await app.person('analyst');
    const stream = await eventReader(app, { token });
    await stream.next();
    const headers = ['Content-Length: 500', `Authorization: Bearer ${token}`];
    const [login, photo] = [await connection(app), await connection(app)];
    login.write(post('/api/auth/login', headers));
    photo.write(post('/api/lab/requests/x/photos', headers));
    const ends: string[] = [];
    const ended = (name: string, slow: Connection) =>
      slow.end().then((answer) => void ends.push(`${name} ${status(answer)}`));
    const bytes = Array<string>(100).fill('x');
    await Promise.all([
      drip(login, bytes),
      drip(photo, bytes),
      ended('login', login),
      ended('photo', photo),
      stream.next().then(() => ends.push('stream')),
      photo.end().then(stream.close),
    ]);
    expect(ends).toEqual(['login HTTP/1.1 408', 'photo HTTP/1.1 408', 'stream']);
  });

  it('is not an upload that flows slowly but steadily', async () => {
    const app = await testApp({ ...QUICK, BODY_TIMEOUT_SECONDS: '2' });
    const lab = await laboratory(app);
    const order = await lab.received();
    const part = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const body = `${part}${'1,2\n'.repeat(60)}\r\n--cut--\r\n`;
    const slow = await connection(app);
    const headers = [`Authorization: Bearer ${lab.analyst.token}`, `Content-Length: ${body.length}`];
    slow.write(post(`/api/lab/requests/${order.id}/attachments`, [...headers, 'Connection: close']));
    const piece = Math.ceil(body.length / 16);
    await drip(
      slow,
      Array.from({ length: 16 }, (_, at) => body.slice(at * piece, (at + 1) * piece)),
    );
    expect(await slow.end()).toMatch(/^HTTP\/1.1 200 .*"file_name":"a.csv"/s);
  });
});

describe('security 8: a request whose body does not arrive, behind another on its connection', () => {
  it.each([
    ['is ended with 408 in its turn', '/unread', ['200', '408']],
    ['gets the answer that was ready', '/answered', ['200', '299']],
  ])('%s, after the other answer', async (_what, path, expected) => {
    const app = await testApp(QUICK);
    const waiting: ServerResponse[] = [];
    const server = createHttpServer(app.platform.config, ({ url }: IncomingMessage, response) => {
      if (url === '/slow') waiting.push(response.writeHead(200));
      if (url === '/slow') response.write('begun, ');
      if (url === '/answered') response.writeHead(299).end('ready');
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = { hostname: '127.0.0.1', port: (server.address() as AddressInfo).port };
    const body = `${post(path, ['Content-Length: 500'])}unfinished`;
    const [both, later] = [await connectionTo(address), await connectionTo(address)];
    both.write(`GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n${body}`);
    await both.until('begun');
    later.write(`${post('/unread', ['Content-Length: 500'])}unfinished`);
    // Sent later, so that the time of the first is over, too.
    expect(status(await later.end())).toBe('HTTP/1.1 408');
    expect(both.isOpen()).toBe(true);
    waiting[0]?.end('ended');
    const answers = await both.end();
    expect(answers).toMatch(/^HTTP\/1.1 200 OK\r\n.*begun, \r\n5\r\nended\r\n0\r\n\r\nHTTP\/1.1 /s);
    expect([...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) => code)).toEqual(expected);
  });
});

describe('security 8: bodies', () => {
  it('of webhooks have 64 kB at most, whether or not their length is known', async () => {
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

  it('that are large find no room while others fill it; small ones always do', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000' });
    const headers = ['Content-Length: 999999'];
    const held = [];
    for (let count = 0; count < 11; count += 1) {
      const one = await connection(app);
      one.write(post('/api/auth/login', [...headers, 'Expect: 100-continue']));
      expect(status(await one.until('\r\n\r\n'))).toBe('HTTP/1.1 100');
      held.push(one);
    }
    for (const length of [...headers, 'Transfer-Encoding: chunked', 'Content-Length: 16001']) {
      const one = await connection(app);
      one.write(post('/api/auth/login', [length]));
      const answer = await one.until('"unavailable"');
      expect(answer).toContain('HTTP/1.1 503');
      expect(answer.toLowerCase()).toContain('\r\nretry-after: 5\r\n');
    }
    const small = { email: 'nobody@example.test', password: 'x'.repeat(100) };
    expect((await app.request('/api/auth/login', { json: small })).status).toBe(401);
    // What its call does not take is refused by its length and holds nothing.
    const one = await connection(app);
    one.write(post('/api/auth/login', ['Content-Length: 1000001']));
    expect(status(await one.until('\r\n\r\n'))).toBe('HTTP/1.1 413');
    // Answered: there is room again.
    held[0]?.write('x'.repeat(999_999));
    expect(await held[0]?.until('"malformed"')).toContain('HTTP/1.1 400');
    expect((await app.request('/api/auth/login', { json: { password: 'x'.repeat(500_000) } })).status).toBe(
      422,
    );
  });
});

describe('security 8: one client', () => {
  const CHUNKED = 'Transfer-Encoding: chunked';
  const REFUSED = 'HTTP/1.1 503';

  /** A request whose body is still to come. */
  async function begin(app: TestApp, path: string, headers: string[], from = '192.0.2.1') {
    const one = await connection(app);
    // Only the last entry is the proxy's word.
    one.write(post(path, [...headers, `X-Forwarded-For: 203.0.113.1, ${from}`, 'Expect: 100-continue']));
    await one.until('HTTP/1.1 100');
    return one;
  }
  const refused = async (one: Connection) => expect(await one.until('"unavailable"')).toContain(REFUSED);
  /** What came back so far holds no refusal. */
  const held = async (one: Connection) => expect(await one.until('HTTP/1.1 100')).not.toContain(REFUSED);

  it('holds at most a quarter of the room, and leaves the rest to others', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '48000000', TRUST_PROXY: '1' });
    const login = (from?: string) => begin(app, '/api/auth/login', [CHUNKED], from);
    const most = [];
    for (let count = 0; count < 12; count += 1) most.push(await login());
    await refused(await login());
    await refused(await login('192.0.2.1:4711'));
    const other = await login('192.0.2.2');
    await refused(await login());
    for (const one of [...most, other]) await held(one);
    // Given back when it ends.
    most[0]?.write('0\r\n\r\n');
    await most[0]?.until('HTTP/1.1 4');
    const next = await login();
    await refused(await login());
    await held(next);
  });

  it('may hold one of the largest bodies however little room there is', async () => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000', TRUST_PROXY: '1' });
    const { token } = await app.person('analyst');
    const headers = [`Authorization: Bearer ${token}`, 'Content-Length: 10400000'];
    const first = await begin(app, '/api/lab/requests/x/photos', headers);
    await refused(await begin(app, '/api/lab/requests/x/photos', headers));
    await held(first);
  });

  it('holds for a webhook without a length what a webhook may have', async () => {
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
  ])('holds room for an upload by the path that is served: %s', async (path) => {
    const app = await testApp({ BODY_BYTES_IN_FLIGHT: '11000000' });
    const { token } = await app.person('analyst');
    const headers = [`Authorization: Bearer ${token}`, 'Content-Length: 6000000'];
    const first = await begin(app, path, headers);
    await refused(await begin(app, path, headers));
    await held(first);
  });

  it.each(['//', '///', '*', 'http://', 'http://[', '/%', '/\\'])(
    'is answered at the address %s',
    async (path) => {
      const app = await testApp();
      const one = await connection(app);
      one.write(post(path, ['Content-Length: 20000', 'Connection: close']));
      one.write('x'.repeat(20_000));
      expect(await one.end()).toMatch(/^HTTP\/1.1 4\d\d /);
      expect((await app.request('/healthz')).status).toBe(200);
    },
  );
});

it('security 8: connections beyond the most are closed', async () => {
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

it('security 15: two Host headers are refused', async () => {
  const app = await testApp();
  for (const path of ['/api/config', '/healthz']) {
    const one = await connection(app);
    one.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n`);
    const answer = await one.end();
    expect(status(answer)).toBe('HTTP/1.1 400');
    expect(answer).toContain('"code":"malformed"');
  }
});
