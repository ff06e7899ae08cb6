import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import { laboratory, must } from '../testing/lab.ts';
import { layPublished } from '../testing/lay-tests.ts';
import { labApp, shared, type TestApp, testApp } from '../testing/test-app.ts';
import { loseDatabase } from '../testing/test-database.ts';
import { type FrontEnd, loadPages } from './pages.ts';

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

/** An application for tests that only read its pages. */
const reading = shared((atEnd) => testApp({}, { pages, atEnd }));

type Got = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** A request with any Host header, which fetch would not send. */
function get(app: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { port } = new URL(app.platform.ownAddress());
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const textOf = async (app: TestApp, path: string) => String((await get(app, path)).body);
/** Waits until the process gets notifications from the database. Until then its cache is off. */
const keeps = (app: TestApp) =>
  vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(true), { timeout: 20_000 });

it('/metrics knows each page by a pattern, and no request can make this pattern longer', () => {
  const patterns = ['/', '/tests', '/tests/abc', '/lab/payments/webhooks/1', '/nobody', '/tests/abc/def'].map(
    pages.handler.patternOf,
  );
  expect(patterns).toEqual(['/', '/tests', '/tests/:id', '/lab/payments/webhooks/:id', undefined, undefined]);
});

it('/metrics counts all addresses without a page under one pattern', async () => {
  const token = 'a-token-for-figures';
  const app = await testApp({ METRICS_TOKEN: token }, { pages });
  for (const path of ['/healthz', '/tests/abc', '/nobody', '/robots.txt', '/tile/0/000'])
    await app.request(path);
  await app.request('/metrics', { token });
  const { body } = await app.request<string>('/metrics', { token });
  const counted = [
    ...body.matchAll(/^vialproof_request_duration_seconds_count\{.*route="([^"]*)".* (\d+)$/gm),
  ];
  expect(counted.map(([, route, count]) => [route, count])).toEqual([
    ['/healthz', '1'],
    ['/tests/:id', '1'],
    ['unknown', '1'],
    ['/robots.txt', '1'],
    ['/tile/*', '1'],
    ['/metrics', '1'],
  ]);
});

describe('public pages are sent with their headers and always show the newest data', () => {
  it('specification 3.4.3, 3.4.4: each page forbids all scripts except its own, and is sent with the same bytes each time', async () => {
    const app = reading();
    for (const path of ['/', '/tests', '/verify', '/nothing-here']) {
      const { body, headers } = await get(app, path);
      const html = String(body);
      const policy = String(headers['content-security-policy']);
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
      expect(scripts[0]).toBe("'self'");
      expect(policy).not.toContain('nonce');
      expect(policy).toContain("style-src 'self';");
      expect(scripts.join(' ')).not.toContain('unsafe');
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(part);
      }
      const inline = [...html.matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)];
      expect(inline.length).toBeGreaterThan(2);
      for (const [, script = ''] of inline) {
        expect(scripts).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      }
      expect(html).not.toContain('nonce=');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    const camera = async (path: string) => (await get(app, path)).headers['permissions-policy'];
    for (const path of [
      '/lab',
      '/lab/requests/10001',
      '/lab?q=lab',
      '/LAB',
      '/verify',
      '/verify/',
      '/Verify?x=1',
    ]) {
      expect(await camera(path), path).toContain('camera=(self), microphone=()');
    }
    for (const path of [
      '/',
      '/login?next=/lab',
      '/labels',
      '/tests?q=/lab',
      '/dashboard/lab',
      '/verify-email',
      '/verify/x',
    ]) {
      expect(await camera(path), path).toContain('camera=(), microphone=()');
    }
    // A page must have the same bytes, whether rendered or from the cache.
    const [kept, made] = [await get(app, '/transparency'), await get(app, '/transparency?odd=1')];
    expect(kept.headers.etag).toBe(made.headers.etag);
    expect(kept.body.equals(made.body)).toBe(true);
  });

  it('a page has an ETag for each encoding; a client that has the page gets 304; HEAD gets no body', async () => {
    const app = reading();
    const plain = await get(app, '/terms');
    const zipped = await get(app, '/terms', { 'accept-encoding': 'gzip' });
    const squeezed = await get(app, '/terms', { 'accept-encoding': 'gzip, deflate, br;q=0.9' });
    const refused = await get(app, '/terms', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(squeezed.body).equals(plain.body)).toBe(true);
    expect(refused.headers['content-encoding']).toBeUndefined();
    const tags = [plain, zipped, squeezed].map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{27}(-gzip|-br)?"$/);
    for (const { headers } of [plain, zipped, squeezed]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['cache-control']).toBe('public, no-cache');
    }
    const again = await get(app, '/terms', { 'accept-encoding': 'br', 'if-none-match': `"x", W/${tags[2]}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(tags[2]);
    const other = await get(app, '/terms', { 'if-none-match': tags[2] ?? '' });
    expect(other.status).toBe(200);
    const head = await get(app, '/terms', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(plain.body.length));
    expect((await get(app, '/terms', {}, 'POST')).status).toBe(405);
  });

  it('after a publication, correction or withdrawal, all processes of the server show it at once', async () => {
    const app = await labApp({}, { pages });
    const second = await testApp({}, { pages, beside: app });
    await Promise.all([keeps(app), keeps(second)]);
    const lab = await laboratory(app);
    const order = await lab.inReview();
    const path = `/tests/${order.id}`;
    const see = async (instance: TestApp) => [
      await textOf(instance, '/tests'),
      await textOf(instance, path),
      await textOf(instance, '/feed.json'),
      await textOf(instance, '/sitemap.xml'),
    ];
    for (const instance of [app, second]) {
      const [list = '', detail = '', feed = '', map = ''] = await see(instance);
      expect(list).toContain(String(order.taskNumber));
      expect(detail).not.toContain('Identity confirmed.');
      expect(feed).not.toContain(order.id);
      expect(map).not.toContain(order.id);
    }

    await must(lab.publish(lab.reviewer, order));
    // The process that publishes a result shows it at once, the second process after a notification.
    expect((await see(app)).map((text) => text.includes(order.id))).toEqual([true, true, true, true]);
    expect(await textOf(app, path)).toContain('Identity confirmed.');
    await expect
      .poll(async () => (await see(second)).map((text) => text.includes(order.id)))
      .toEqual([true, true, true, true]);
    expect(await textOf(second, path)).toContain('Identity confirmed.');

    const { draft } = await must(lab.amend(lab.analyst, order));
    const version = draft?.version ?? 0;
    await must(lab.save(lab.analyst, order, { summary: 'Amended words.', version }));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect(await textOf(app, path)).toContain('Amended words.');
    await expect.poll(() => textOf(second, path)).toContain('Amended words.');

    await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
    await expect.poll(() => textOf(second, path)).toContain('The vials were swapped.');
    for (const instance of [app, second]) {
      const [, detail = '', feed = '', map = ''] = await see(instance);
      expect(detail).toContain('The vials were swapped.');
      expect(detail).not.toContain('Amended words.');
      expect(detail).toContain('<meta name="robots" content="noindex"/>');
      expect(feed).not.toContain(order.id);
      expect(map).not.toContain(order.id);
    }
  });

  it('after a change of price or a retired test, all processes of the server show it at once', async () => {
    const app = await testApp({}, { pages });
    const second = await testApp({}, { pages, beside: app });
    await Promise.all([keeps(app), keeps(second)]);
    const { token } = await app.person('admin');
    const list = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
    const sku = list.body.data.find(({ slug }) => slug === 'bpc-157');
    for (const instance of [app, second]) expect(await textOf(instance, '/pricing')).not.toContain('7654.00');
    const change = { ...sku, base_price_cents: 765_400, version: 1 };
    const changed = await app.request(`/api/lab/skus/${sku?.id}`, { method: 'PUT', json: change, token });
    expect(changed.status).toBe(200);
    expect(await textOf(app, '/pricing')).toContain('"price":"7654.00"');
    await expect.poll(() => textOf(second, '/pricing')).toContain('"price":"7654.00"');
    const retired = await app.request(`/api/lab/skus/${sku?.id}/retire`, { json: { version: 2 }, token });
    expect(retired.status).toBe(200);
    for (const path of ['/pricing', '/request']) expect(await textOf(app, path)).not.toContain('765400');
  });

  it('specification 8.2.3: the page of a private test shows only that the test exists, also in its structured data', async () => {
    const app = await testApp({}, { pages });
    const [laid] = await layPublished(app, [{ isPrivate: true, compound: 'Secretide' }]);
    const page = await get(app, `/tests/${laid?.id}`);
    expect(page.status).toBe(200);
    expect(String(page.body)).not.toMatch(/Secretide|Test Maker|T-1|Identity confirmed/);
    expect(String(page.body)).toContain('<meta name="robots" content="noindex"/>');
    expect(String(page.body)).not.toContain(`/share/${laid?.id}`);
    expect(String(page.body)).not.toContain('ld+json');
  });

  it('specification 1.2.1, 3.2.2: pages escape text of users in markup, link previews and structured data', async () => {
    const app = await labApp({}, { pages });
    const lab = await laboratory(app);
    const compound = '</script><script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const order = await lab.published({ compound });
    const html = await textOf(app, `/tests/${order.id}`);
    expect(html).not.toContain('<script>alert(1)');
    expect(html).not.toContain('<img src=x');
    const [, data = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const graph: { '@type': string; name?: string }[] = JSON.parse(data)['@graph'];
    expect(graph.map((thing) => thing['@type'])).toEqual([
      'BreadcrumbList',
      'Organization',
      'ItemPage',
      'Dataset',
    ]);
    const feed = await textOf(app, '/feed.atom');
    expect(feed).not.toContain('<script>');
    expect(feed).not.toContain('<img');
  });

  it('link previews of a page state compound, maker, purity and laboratory, and have a picture', async () => {
    const app = await labApp(
      { LAB_NAME: 'Lab of the Test', PUBLIC_URL: 'https://vialproof.test' },
      { pages },
    );
    const lab = await laboratory(app);
    const order = await lab.published();
    const html = await textOf(app, `/tests/${order.id}`);
    const tag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(tag('og:title')).toBe(
      `BPC-157 from Test Maker: purity 99.1 % area, task #${order.taskNumber} · Vialproof`,
    );
    expect(tag('og:description')).toContain('Measured by Lab of the Test.');
    expect(tag('og:url')).toBe(`https://vialproof.test/tests/${order.id}`);
    expect(tag('og:image')).toBe(`https://vialproof.test/share/${order.id}/1.png`);
    expect(tag('twitter:card')).toBe('summary_large_image');
    expect(html).toContain(`<link rel="canonical" href="https://vialproof.test/tests/${order.id}"/>`);
    const picture = await get(app, `/share/${order.id}/1.png`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const [verify, pricing, home] = [
      await textOf(app, '/verify'),
      await textOf(app, '/pricing'),
      await textOf(app, '/'),
    ];
    expect(verify.match(/"@type":"Question"/g)).toHaveLength(6);
    expect(pricing).toContain('"@type":"Offer"');
    expect(home).toContain('"@type":"SearchAction"');
    expect(home).toContain('href="/feed.atom"');
  });

  it("a request's host, cookie or forwarded header does not change the page", async () => {
    const app = await testApp({ PUBLIC_URL: 'https://vialproof.test' }, { pages });
    await keeps(app);
    const poison = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-original-url': '/lab',
      'x-rewrite-url': '/lab',
      forwarded: 'host=evil.example',
      cookie: 'session=evil; theme=evil',
      authorization: 'Bearer evil',
      'user-agent': 'evil',
      'accept-language': 'evil',
    };
    for (const path of ['/', '/tests', '/how-it-works?evil=1']) {
      const first = await get(app, path, poison);
      const next = await get(app, path);
      expect(first.status).toBe(200);
      expect(String(first.body)).not.toContain('evil');
      expect(first.headers['set-cookie']).toBeUndefined();
      expect(next.body.equals(first.body)).toBe(true);
    }
  });

  it('unusual addresses are answered with a page, a redirect or a client error, and never with a server error', async () => {
    const app = reading();
    const odd: [string, number][] = [
      ['/tests?search=%27%22%3B--', 200],
      ['/tests?search=100%25', 200],
      ['/tests?search=%', 200],
      ['/tests?search=%F0%9F%A7%AA%F0%9F%92%89', 200],
      [`/tests?search=${'a'.repeat(10_000)}`, 200],
      ['/tests?search=%ED%A0%80', 200],
      ['/tests?page=0', 200],
      ['/tests?page=-1', 200],
      ['/tests?page=1000000000', 200],
      ['/tests?page=1e9&page=2&onlyPublic=maybe', 200],
      ['/tests?__proto__=1&constructor=2', 200],
      ['/tests/not-an-id', 404],
      ['/tests/00000000-0000-4000-8000-000000000000', 404],
      ['/tests/%E0%A4%A', 400],
      ['/tests/%00', 400],
      ['/tests?search=a%00b', 400],
      ['/sandbox/pay/%00', 400],
      ['/../../etc/passwd', 404],
      ['/.git/config', 404],
      ['/assets/../../server/handler.js', 404],
      ['/favicon.gif', 404],
      ['/nothing', 404],
    ];
    const got = [];
    for (const [path] of odd) {
      const { status, body } = await get(app, path);
      expect(String(body)).not.toMatch(/node_modules|\.ts:\d|select |at \w+ \(/i);
      got.push([path, status]);
    }
    expect(got).toEqual(odd);
  });

  it("an old certificate's address that contains an invisible character redirects to the page", async () => {
    const app = reading();
    const leads: [string, string][] = [
      ['/ve%E2%80%8Brify', '/verify'],
      ['/ve%e2%80%8brify?task=10001&q=%E2%80%8B', '/verify?task=10001&q=%E2%80%8B'],
      ['/%E2%80%8B/example.org', '/example.org'],
    ];
    for (const [asked, location] of leads) {
      const { status, headers } = await get(app, asked);
      expect([asked, status, headers.location]).toEqual([asked, 301, location]);
    }
    expect((await get(app, '/verify')).status).toBe(200);
  });

  it('specification 16.5: while the database is unavailable, pages answer 503 with an error page that is not cached', async () => {
    const app = await labApp({}, { pages });
    const lab = await laboratory(app);
    const order = await lab.published();
    await keeps(app);
    for (const path of ['/tests', '/pricing', `/tests/${order.id}`]) {
      expect((await get(app, path)).status).toBe(200);
    }
    await loseDatabase(app.databaseUrl);
    await vi.waitFor(() => expect(app.platform.notifications.isConnected()).toBe(false), { timeout: 20_000 });
    // The cache keeps a page for a minute, so the clock is moved beyond that.
    app.clock.advance(60_001);
    const failures = [
      ['/tests', 'Something went wrong'],
      ['/pricing', 'Something went wrong'],
      [`/tests/${order.id}`, 'Failed to load test details'],
    ] as const;
    for (const [path, words] of failures) {
      const { status, body, headers } = await get(app, path);
      expect([path, status]).toEqual([path, 503]);
      expect(headers['retry-after']).toBe('5');
      expect(headers['cache-control']).toBe('no-store');
      expect(String(body)).toContain(words);
      expect(String(body)).not.toContain('aria-busy="true"');
    }
    // Pages that need no data still work.
    expect((await get(app, '/terms')).status).toBe(200);
    const home = await get(app, '/');
    expect([home.status, home.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('clients may cache files with a hash in their name permanently, and other files for an hour', async () => {
    const app = reading();
    const [, script = ''] = /import\("(\/assets\/[^"]+\.js)"\)/.exec(await textOf(app, '/')) ?? [];
    const file = await get(app, script, { 'accept-encoding': 'br' });
    expect(file.status).toBe(200);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const icon = await get(app, '/favicon.ico');
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
  });
});
