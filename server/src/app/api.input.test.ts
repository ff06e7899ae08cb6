import { connect } from 'node:net';
import type { ProblemBody } from '@vialproof/contract/errors';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { laboratory, PURITY } from '../testing/lab.ts';
import { labApp, testApp } from '../testing/test-app.ts';
import { asOwner, loseDatabase, ownerUrlOf } from '../testing/test-database.ts';

describe('the API answers invalid input with clear errors', () => {
  it('invalid input is answered with an error that has a code and no internal details', async () => {
    const app = await testApp();
    const { token } = await app.person();
    const json = { 'content-type': 'application/json' };
    const tries: [string, Parameters<typeof app.request>[1], number, string][] = [
      ['/api/orders', { method: 'POST', body: '{"skuId":', headers: json, token }, 400, 'malformed'],
      ['/api/orders', { method: 'POST', body: '[]', headers: json, token }, 422, 'invalid_fields'],
      ['/api/orders', { method: 'POST', body: '', headers: json, token }, 400, 'malformed'],
      ['/api/orders', { json: { skuId: 7, quantity: '1', paymentMethod: {} }, token }, 422, 'invalid_fields'],
      [
        '/api/orders',
        { method: 'POST', body: '{"__proto__":{"role":"admin"}}', headers: json, token },
        422,
        'invalid_fields',
      ],
      ['/api/tests?search=a%00b', {}, 422, 'invalid_fields'],
      ['/api/tests?page=0', {}, 422, 'invalid_fields'],
      ['/api/tests?page=-1', {}, 422, 'invalid_fields'],
      ['/api/tests?limit=101', {}, 422, 'invalid_fields'],
      // Numbers in a form that JavaScript accepts but nobody writes.
      ...['0x1', '1e1', '+1', '1.0', '%201', '1%20', '', '٣', '0b1', 'Infinity', '1_0'].flatMap(
        (typed): typeof tries => [
          [`/api/tests?page=${typed}`, {}, 422, 'invalid_fields'],
          [`/api/tests?limit=${typed}`, {}, 422, 'invalid_fields'],
          [`/api/log/consistency?from=${typed}`, {}, 422, 'invalid_fields'],
        ],
      ),
      ['/api/tests/not-an-id', {}, 404, 'not_found'],
      ['/api/nothing-here', {}, 404, 'not_found'],
      ['/api/checkout/%00', { token }, 404, 'not_found'],
      ['/api/orders', { token: 'not-a-token' }, 401, 'unauthenticated'],
    ];
    for (const [path, ask, status, code] of tries) {
      const answer = await app.request<ProblemBody>(path, ask);
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|select |insert /i);
    }
  });

  it('security 15: a known address with a wrong method is answered 405 with Allow, and an unknown address 404', async () => {
    const app = await testApp({ CORS_ORIGINS: 'https://partner.example' });
    const [customer, staff] = [await app.person(), await app.person('analyst')];
    const id = crypto.randomUUID();
    const known: [string, string, string, string?][] = [
      ['POST', '/api/config', 'GET, HEAD'],
      ['DELETE', '/api/tests', 'GET, HEAD'],
      ['PUT', `/api/tests/${id}`, 'GET, HEAD'],
      ['GET', '/api/auth/login', 'POST'],
      ['HEAD', '/api/auth/login', 'POST'],
      ['GET', '/api/webhooks/stripe', 'POST'],
      ['DELETE', '/api/webhooks/coinbase', 'POST'],
      ['PATCH', '/api/orders', 'GET, HEAD, POST', customer.token],
      ['POST', '/api/me/profile', 'GET, HEAD, PUT', customer.token],
      ['DELETE', '/api/lab/requests', 'GET, HEAD', staff.token],
    ];
    for (const [method, path, allow, token] of known) {
      const { status, headers } = await app.raw(path, { method, ...(token ? { token } : {}) });
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
    const body = (await app.request<ProblemBody>('/api/auth/login')).body;
    expect(body.code).toBe('method_not_allowed');
    // A caller who must not know an address must not learn its methods either.
    const hidden: [string, string, number, string?][] = [
      ['DELETE', '/api/lab/requests', 404, customer.token],
      ['DELETE', '/api/lab/requests', 401],
      ['PATCH', '/api/orders', 401],
      ['POST', '/api/nothing-here', 404],
      ['GET', '/api/lab/nothing-here', 404, staff.token],
      // An address that does not exist gets 404 for every role.
      ['GET', '/api/lab/nothing-here', 404],
      ['GET', '/api', 404],
    ];
    for (const [method, path, expected, token] of hidden) {
      const { status, headers } = await app.raw(path, { method, ...(token ? { token } : {}) });
      expect([method, path, status, headers.get('allow')]).toEqual([method, path, expected, null]);
    }
    const head = await app.raw('/api/config', { method: 'HEAD' });
    expect(head.status).toBe(200);
    const asked = { origin: 'https://partner.example', 'access-control-request-method': 'POST' };
    expect((await app.raw('/api/orders', { method: 'OPTIONS', headers: asked })).status).toBe(204);
  });

  it('a text that PostgreSQL cannot store is answered 422', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    for (const bad of ['x\u0000y', 'x\ud800y']) {
      const answers = [
        await lab.intake(lab.analyst, order, { condition: bad, accepted: false }),
        await lab.intake(lab.analyst, order, { note: bad }),
        await lab.save(lab.analyst, order, { title: bad }),
        await lab.save(lab.analyst, order, { measurements: [{ ...PURITY, analyte: bad }] }),
        await lab.save(lab.analyst, order, { measurements: [{ ...PURITY, value: bad }] }),
        await lab.amend(lab.analyst, order, bad),
        await lab.retract(lab.reviewer, order, bad),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    }
  });

  it('a GET that accepts no available type is answered 406, also from the cache', async () => {
    const app = await testApp();
    const ask = (path: string, accept: string) => app.request(path, { headers: { accept } });
    for (const path of ['/api/tests', '/api/config', '/api/log'])
      for (const accept of [
        'application/json',
        'application/json; charset=utf-8',
        'application/json;version=1;q=0.5',
        'application/*',
        'text/html, */*;q=0.1',
        '',
      ]) {
        expect([path, accept, (await ask(path, accept)).status]).toEqual([path, accept, 200]);
        expect(await ask(path, 'text/html')).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
      }
    expect(await ask('/api/tests/none', 'text/html')).toMatchObject({ status: 404 });
    const login = { json: { email: 'nobody@example.test', password: 'x' }, headers: { accept: 'text/html' } };
    expect((await app.request('/api/auth/login', login)).status).toBe(401);
  });

  it('a JSON body larger than 1 MB is refused', async () => {
    const app = await testApp();
    const { token } = await app.person();
    const answer = await app.request('/api/orders', { json: { notes: 'x'.repeat(1_100_000) }, token });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  it('security 14: a POST that comes from another site is refused', async () => {
    const app = await testApp();
    const from = (headers: Record<string, string>) => app.request('/api/auth/login', { json: {}, headers });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect(await from(headers)).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
    expect((await from({ origin: app.platform.publicUrl() })).status).toBe(422);
  });

  it('security 12, 13 and 16: every answer has the security headers for browsers', async () => {
    const app = await testApp();
    const { headers } = await app.request('/api/config');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('security 11: only pages of the configured origins may read answers', async () => {
    const app = await testApp({ CORS_ORIGINS: 'https://partner.example' });
    const ask = (origin: string) => app.request('/api/config', { headers: { origin } });
    const allowed = (await ask('https://partner.example')).headers;
    expect(allowed.get('access-control-allow-origin')).toBe('https://partner.example');
    expect(allowed.get('access-control-allow-credentials')).toBeNull();
    expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await app.request('/api/orders', {
      method: 'OPTIONS',
      headers: { origin: 'https://partner.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });

  it('security 11: if an answer depends on the origin, its Vary header says so, also from the cache', async () => {
    const app = await testApp({ CORS_ORIGINS: 'https://partner.example' });
    const vary = async () => (await app.request('/api/tests')).headers.get('vary')?.split(', ');
    expect(await vary()).toContain('Origin');
    expect(await vary()).toContain('Origin');
  });

  it('security 36: while the database is unavailable, calls are answered 503, and /readyz reports it', async () => {
    const app = await testApp();
    const { token } = await app.person();
    await loseDatabase(app.databaseUrl);
    for (const [path, ask] of [
      ['/api/tests', {}],
      ['/api/me/stats', { token }],
    ] as const) {
      const answer = await app.request(path, ask);
      expect([path, answer.status]).toEqual([path, 503]);
    }
    expect((await app.request('/healthz')).status).toBe(200);
    expect((await app.request('/readyz')).status).toBe(503);
  });

  it('security 34: an answer to a caller with a token is marked no-store', async () => {
    const app = await testApp();
    const { token } = await app.person();
    for (const path of ['/api/me/stats', '/api/config']) {
      expect((await app.request(path, { token })).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('security 32: the server does not serve its source files, and refuses TRACE', async () => {
    const app = await testApp();
    for (const path of [
      '/.git/config',
      '/server/src/main.ts',
      '/package.json',
      '/api/../package.json',
      '/metrics',
    ]) {
      expect((await app.request(path)).status).toBe(404);
    }
    // TRACE would show headers that a proxy has added to the request.
    const { hostname, port } = new URL(app.platform.ownAddress());
    for (const path of ['/', '/api/config']) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            `TRACE ${path} HTTP/1.1\r\nHost: x\r\nX-Proxy: secret-of-a-proxy\r\nConnection: close\r\n\r\n`,
          ),
        );
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 (404|405|501)/);
      expect(answer).not.toContain('secret-of-a-proxy');
    }
  });

  it('a request for the address // does not crash the server', async () => {
    const app = await testApp();
    const { hostname, port } = new URL(app.platform.ownAddress());
    for (const line of [
      'GET // HTTP/1.1',
      'GET //../ HTTP/1.1',
      'GET http:// HTTP/1.1',
      'OPTIONS * HTTP/1.1',
    ]) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`),
        );
        socket.on('close', () => resolve());
        socket.on('error', reject);
        socket.resume();
      });
    }
    expect((await app.request('/healthz')).status).toBe(200);
  });

  it('/readyz names the parts of the server that are ready and those that are not', async () => {
    const app = await testApp();
    const ready = () => app.request('/readyz');
    expect(await ready()).toMatchObject({
      status: 200,
      body: { ready: true, database: true, migrations: true, jobs: true },
    });

    await asOwner(
      app,
      `INSERT INTO schema_migration (version, name, sha256, needs_version) VALUES (9999, '9999_newer.sql', '', 9999)`,
    );
    expect(await ready()).toMatchObject({
      status: 503,
      body: { ready: false, migrations: false, jobs: true },
    });
    await asOwner(app, 'DELETE FROM schema_migration WHERE version = 9999');

    const client = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE schema_migration');
    expect(await ready()).toMatchObject({
      status: 503,
      body: { database: false, migrations: false, jobs: true },
    });
    await client.end();

    await app.platform.jobs.rest();
    expect(await ready()).toMatchObject({ status: 503, body: { ready: false, database: true, jobs: false } });
  });
});
