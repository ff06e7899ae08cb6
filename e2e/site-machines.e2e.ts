import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './site.ts';
import { dataOf, type Listed } from './site-pages.ts';

// The public pages as programs read them: search engines, link previews in chats, and feed readers.

const plain = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>');

function readHead(html: string) {
  const attribute = (tag: string, name: string) =>
    plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const tags = (name: string) => [...html.matchAll(new RegExp(`<${name} [^>]*>`, 'g'))].map(([tag]) => tag);
  const meta = new Map(
    tags('meta').map((tag) => [
      attribute(tag, 'property') || attribute(tag, 'name'),
      attribute(tag, 'content'),
    ]),
  );
  const links = tags('link').map((tag) => ({
    rel: attribute(tag, 'rel'),
    href: attribute(tag, 'href'),
    type: attribute(tag, 'type'),
  }));
  const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1];
  const graph: { '@type': string }[] = data ? JSON.parse(data)['@graph'] : [];
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: (name: string) => meta.get(name) ?? '',
    links: (rel: string) => links.filter((link) => link.rel === rel),
    types: graph.map((thing) => thing['@type']),
  };
}

const head = async (request: APIRequestContext, path: string) =>
  readHead(await (await request.get(path)).text());

test('every public page describes itself by title, description, canonical address, preview and structured data', async ({
  page,
  request,
}) => {
  const tests = await dataOf<Listed[]>(page, '/tests?onlyPublic=true&limit=100');
  const result = tests.find((each) => each.result && each.manufacturer);
  const config = await dataOf<{ brand: { name: string; lab_name: string; url: string } }>(page, '/config');
  const site = config.brand.url.replace(/\/$/, '');
  const pages: [string, string, string[]][] = [
    ['/', 'Laboratory tests for peptides', ['Organization', 'WebSite']],
    ['/pricing', 'Pricing', ['BreadcrumbList', 'Organization', 'OfferCatalog']],
    ['/tests', 'Peptide Tests', ['BreadcrumbList']],
    [
      `/tests/${result?.request_id}`,
      result?.manufacturer ?? 'missing',
      ['BreadcrumbList', 'Organization', 'ItemPage', 'Dataset'],
    ],
    [
      '/compounds/retatrutide',
      'Compound Retatrutide',
      ['BreadcrumbList', 'Organization', 'ItemPage', 'Dataset'],
    ],
    ['/verify', 'Verify a test', ['BreadcrumbList', 'FAQPage']],
    ['/request', 'Request a test', ['BreadcrumbList']],
    ['/how-it-works', 'How it works', ['BreadcrumbList']],
    ['/group-tests', 'Group tests', ['BreadcrumbList']],
    ['/transparency', 'Public log', ['BreadcrumbList']],
    ['/terms', 'Terms of service', ['BreadcrumbList']],
    ['/privacy', 'Privacy', ['BreadcrumbList']],
    ['/testing-policy', 'Testing policy', ['BreadcrumbList']],
  ];
  const descriptions = new Set<string>();
  for (const [path, words, types] of pages) {
    const { title, meta, links, types: found } = await head(request, path);
    expect.soft(title, path).toContain(words);
    expect.soft(title, path).toContain(config.brand.name);
    expect.soft(meta('description').length, path).toBeGreaterThan(40);
    descriptions.add(meta('description'));
    expect.soft(links('canonical'), path).toMatchObject([{ href: site + path }]);
    expect.soft(meta('og:title'), path).toBe(title);
    expect.soft(meta('og:description'), path).toBe(meta('description'));
    expect.soft(meta('og:url'), path).toBe(site + path);
    expect.soft(meta('og:site_name'), path).toBe(config.brand.name);
    expect.soft(meta('og:image:alt'), path).not.toBe('');
    expect.soft(meta('twitter:card'), path).toBe('summary_large_image');
    expect.soft(meta('twitter:title'), path).toBe(title);
    expect.soft(meta('twitter:image'), path).toBe(meta('og:image'));
    expect.soft(found, path).toEqual(types);
    expect.soft(meta('robots'), path).toBe('');
  }
  expect(descriptions.size).toBe(pages.length);
  // A link in a chat shows compound, maker, purity, the laboratory's name, and a picture of this result.
  const { meta } = await head(request, `/tests/${result?.request_id}`);
  expect(meta('og:title')).toMatch(/ from .+: purity .+, task #\d+/);
  expect(meta('og:description')).toContain(`Measured by ${config.brand.lab_name}.`);
  expect(new URL(meta('og:image')).pathname).toMatch(`/share/${result?.request_id}/`);
  const picture = await request.get(new URL(meta('og:image')).pathname);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);

  for (const path of [
    '/login',
    '/register',
    '/request/success',
    '/order-success',
    '/dashboard',
    '/no/such/page',
  ])
    expect((await head(request, path)).meta('robots'), path).toBe('noindex');
  // The page with all UI components exists only in development.
  expect((await request.get('/dev/ui')).status()).toBe(404);
});

test('the server has icons, manifest and feeds at the addresses that the pages name', async ({ request }) => {
  const { links } = await head(request, '/');
  const there = async (path: string, type: string) => {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([
      path,
      200,
      type,
    ]);
    return answer;
  };
  const icons = links('icon').map(({ href }) => href);
  expect(icons).toEqual(['/favicon.ico', '/favicon.svg']);
  await there('/favicon.svg', 'image/svg+xml');
  expect((await (await request.get('/favicon.ico')).body()).readUInt32LE(0)).toBe(0x00010000);
  const [touch] = links('apple-touch-icon');
  await there(touch?.href ?? 'missing', 'image/png');
  const [manifest] = links('manifest');
  const told = await (await there(manifest?.href ?? 'missing', 'application/manifest+json')).json();
  expect(told).toMatchObject({ name: expect.any(String), start_url: expect.any(String) });
  for (const { src, sizes, type } of told.icons) {
    const bytes = await (await there(src, type)).body();
    // A vector image has no size to check.
    if (sizes === 'any') continue;
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    expect([src, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([src, width, height]);
  }
  const feeds = links('alternate').map(({ href, type }) => [href, type]);
  expect(feeds).toEqual([
    ['/feed.atom', 'application/atom+xml'],
    ['/feed.json', 'application/feed+json'],
  ]);
  for (const [path = '', type = ''] of feeds) await there(path, type);
  const { items } = await (await request.get('/feed.json')).json();
  expect(items.length).toBeGreaterThan(0);
  expect((await request.get(new URL(items[0].url).pathname)).status()).toBe(200);
  await there('/robots.txt', 'text/plain');
  await there('/sitemap.xml', 'application/xml');

  for (const path of ['/', '/tests', '/verify']) {
    // Another test may change the lists of a page between the two requests.
    await expect
      .poll(
        async () => {
          const first = await request.get(path);
          const again = await request.get(path, { headers: { 'if-none-match': first.headers().etag ?? '' } });
          return [again.status(), (await again.body()).length];
        },
        { message: path },
      )
      .toEqual([304, 0]);
  }
});
