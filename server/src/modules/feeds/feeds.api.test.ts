import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { type Laid, type LaidTest, layTests } from '../../testing/lay-tests.ts';
import { labApp, type TestApp, testApp } from '../../testing/test-app.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { createFeedsContext } from './feeds.service.ts';

const SITE = { PUBLIC_URL: 'https://vialproof.test', LAB_NAME: 'Lab of the Test' };
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

/** Tests of BPC-157 as rows of the database. */
const lay = (app: TestApp, ...tests: Omit<LaidTest, 'sku'>[]) =>
  layTests(
    app,
    tests.map((test) => ({ sku: 'bpc-157', maker: 'Test Maker', ...test })),
  );
const publishedOn = '2025-06-01';

describe('sitemap, feeds and share pictures contain only published public results', () => {
  it('sitemap and feeds contain published public results and no other tests', async () => {
    const app = await testApp(SITE);
    const lab = await laboratory(app);
    const [shown, withdrawn] = (await lay(
      app,
      { compound: 'Showntide', publishedOn },
      { compound: 'Withdrawntide', publishedOn },
      { compound: 'Privatide', isPrivate: true, publishedOn },
      { compound: 'Unfinishedtide' },
    )) as [Laid, Laid, Laid, Laid];
    await lab.drafted({ compound: 'Drafttide' });
    await must(lab.retract(lab.reviewer, withdrawn));
    const { rows: all } = await app.platform.db.pool.query<{ id: string; unique_key: string }>(
      'SELECT id, unique_key FROM test_request',
    );
    expect(all).toHaveLength(5);

    const map = await app.request<string>('/sitemap.xml');
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(locations(map.body)).toContain('https://vialproof.test/pricing');
    expect(new Set(locations(map.body)).size).toBe(locations(map.body).length);
    expect(locations(map.body).filter((address) => address?.includes('/tests/'))).toEqual([
      `https://vialproof.test/tests/${shown.id}`,
    ]);

    const atom = await app.request<string>('/feed.atom');
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(atom.body.match(/<entry>/g)).toHaveLength(1);
    expect(atom.body).toContain('Showntide from Test Maker: purity 99.1 % area');
    const json = await app.request<{ items: Record<string, string>[]; version: string }>('/feed.json');
    expect(json.headers.get('content-type')).toBe('application/feed+json');
    expect(json.body.items).toEqual([
      expect.objectContaining({
        id: `https://vialproof.test/tests/${shown.id}`,
        title: 'Showntide from Test Maker: purity 99.1 % area',
        image: `https://vialproof.test/share/${shown.id}/1.png`,
      }),
    ]);

    for (const path of ['/sitemap.xml', '/sitemaps/1.xml', '/feed.atom', '/feed.json']) {
      const text = await (await app.raw(path)).text();
      expect(text).not.toMatch(/Privatide|Unfinishedtide|Drafttide|Withdrawntide/);
      for (const { id, unique_key } of all) {
        if (id !== shown.id) expect(text).not.toContain(id);
        expect(text).not.toContain(unique_key);
      }
    }
  });

  it('the page of each maker has a feed, and private tests change no byte of it', async () => {
    const app = await testApp(SITE);
    const lab = await laboratory(app);
    const [first, second, withdrawn] = (await lay(
      app,
      { compound: 'BPC-157', maker: 'A < B', batch: 'L 1', publishedOn },
      { compound: 'bpc 157', maker: 'Other', batch: 'L1', publishedOn },
      { compound: 'BPC-157', maker: 'A < B', batch: 'L2', publishedOn },
    )) as [Laid, Laid, Laid];
    await must(lab.retract(lab.reviewer, withdrawn));
    const feed = (path: string) => app.request<string>(`${path}/feed.atom`);
    const ids = (xml: string) => [...xml.matchAll(/<id>\S+\/tests\/(\S+)<\/id>/g)].map(([, id]) => id);
    const compound = await feed('/compounds/bpc-157');
    expect(compound.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(ids(compound.body).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(compound.body).toContain('published tests of BPC-157</title>');
    expect(compound.body).toContain('href="https://vialproof.test/compounds/bpc-157/feed.atom"');
    expect((await feed('/compounds/bpc-157')).headers.get('etag')).toBeTruthy();
    const maker = await feed('/makers/a-b');
    expect(ids(maker.body)).toEqual([first.id]);
    expect(maker.body).toContain('published tests of A &lt; B</title>');
    const batch = await feed('/batches/a-b/l-1');
    expect(ids(batch.body)).toEqual([first.id]);
    expect(batch.body).toContain('published tests of A &lt; B, batch L 1</title>');
    // A withdrawn result is in no feed.
    expect(ids((await feed('/batches/a-b/l2')).body)).toEqual([]);

    const hidden = { compound: 'BPC-157', maker: 'A < B', batch: 'L 1', isPrivate: true };
    await lay(app, { ...hidden, publishedOn }, hidden);
    expect((await feed('/compounds/bpc-157')).body).toBe(compound.body);
    expect((await feed('/makers/a-b')).body).toBe(maker.body);
    expect((await feed('/batches/a-b/l-1')).body).toBe(batch.body);
    // Other spellings of a feed's address redirect to the right one.
    for (const [path, own] of [
      ['/compounds/pentadecapeptide-bpc-157', '/compounds/bpc-157'],
      ['/makers/A-B', '/makers/a-b'],
    ] as const) {
      const other = await feed(path);
      expect([other.status, other.headers.get('location')]).toEqual([301, `${own}/feed.atom`]);
    }
    for (const path of ['/compounds/none', '/makers/%F0%9F%A7%AA', '/batches/a-b/none', '/batches/a-b']) {
      expect([path, (await feed(path)).status]).toEqual([path, 404]);
    }
  });

  it('a published public result has a share picture; private, unfinished and withdrawn results have none', async () => {
    const app = await labApp(SITE);
    const lab = await laboratory(app);
    const [order] = (await lay(app, { compound: 'Ω & <b>名</b> 🧪' })) as [Laid];
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    const at = (revision: number, id = order.id) => `/share/${id}/${revision}.png`;
    expect((await app.raw(at(1))).status).toBe(404);
    await must(lab.publish(lab.reviewer, order));

    const picture = await app.raw(at(1));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const etag = picture.headers.get('etag') ?? '';
    expect((await app.raw(at(1), { headers: { 'if-none-match': etag } })).status).toBe(304);

    // The address of an old result's picture redirects to the picture of the present result.
    const other = await app.raw(at(7));
    expect([other.status, other.headers.get('location')]).toEqual([302, at(1)]);

    const secret = await lab.published({ visibility: 'private' });
    expect((await app.raw(at(1, secret.id))).status).toBe(404);
    await must(lab.retract(lab.reviewer, order));
    expect((await app.raw(at(1))).status).toBe(404);
    for (const path of ['/share/not-an-id/1.png', '/share/%00/1.png', `/share/${order.id}/x.png`]) {
      expect([400, 404]).toContain((await app.raw(path)).status);
    }
    const site = await app.raw('/share/site.png');
    expect([site.status, site.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('robots.txt and the manifest name only addresses of this site', async () => {
    const app = await testApp({ ...SITE, BRAND_NAME: 'Other brand' });
    const robots = await app.request<string>('/robots.txt');
    expect(robots.body).toContain('Sitemap: https://vialproof.test/sitemap.xml');
    expect(robots.body).toMatch(/^Disallow: \/dashboard$/m);
    const manifest = await app.request<{ name: string; icons: { src: string }[] }>('/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
    expect(manifest.body.name).toBe('Other brand');
  });
});

describe('security 15: /.well-known/security.txt names a contact', () => {
  const fieldsOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': '));

  it('security.txt states the contact, the day when it expires, and its own address', async () => {
    const app = await testApp({ ...SITE, SECURITY_CONTACT: 'https://vialproof.test/weakness' });
    const { status, headers, body } = await app.request<string>('/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(fieldsOf(body).map(([name = '', value = '']) => [name, value]));
    expect(Object.fromEntries(fields)).toEqual({
      Contact: 'https://vialproof.test/weakness',
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      'Preferred-Languages': 'en',
      Canonical: 'https://vialproof.test/.well-known/security.txt',
    });
    const left = new Date(fields.get('Expires') ?? '').getTime() - app.clock.now().getTime();
    expect(left / 86_400_000).toBeGreaterThan(30);
    expect(left / 86_400_000).toBeLessThan(365);
  });

  it('outside production security.txt names the laboratory’s mail; in production it needs a configured contact', async () => {
    const app = await testApp({ MAIL_FROM: 'The laboratory <lab@vialproof.test>' });
    const text = (await app.request<string>('/.well-known/security.txt')).body;
    expect(text).toContain('Contact: mailto:lab@vialproof.test\n');
    const { modules, platform: trial } = await testApp();
    const platform = { ...trial, config: { ...trial.config, securityContact: undefined } };
    const feeds = createFeedsContext(platform, modules);
    const silent = await feedsRoutes(platform, feeds).request('/.well-known/security.txt');
    expect(silent.status).toBe(404);
  });
});

describe('a group has a share picture', () => {
  it('a listed group has a share picture, and an unlisted group has none', async () => {
    const { app, create, people } = await groupApp();
    const [organizer] = await people(1);
    const open = await create(organizer, {});
    const unlisted = await create(organizer, { is_public: false });
    const picture = await app.raw(`/share/groups/${open}.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = new Uint8Array(await picture.arrayBuffer());
    const size = new DataView(bytes.buffer);
    expect([size.getUint32(16), size.getUint32(20)]).toEqual([1200, 630]);
    expect((await app.raw(`/share/groups/${unlisted}.png`)).status).toBe(404);
    expect((await app.raw(`/share/groups/${crypto.randomUUID()}.png`)).status).toBe(404);
  });
});
