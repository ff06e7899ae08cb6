import { describe, expect, it } from 'vitest';
import { showcaseApp } from '../../testing/showcases.ts';
import { beginDay } from './showcases.service.ts';

describe("each reader's view of a shown result counts once a day", { timeout: 120_000 }, () => {
  it("a reader's view is counted once a day; views by owner, staff and machines are not counted", async () => {
    const world = await showcaseApp({ TRUST_PROXY: '1' });
    const { app, days, lab, shop } = world;
    const owner = await app.person();
    const [id = '', other = ''] = await world.give(owner, 2);
    const views = async () => (await world.mine(owner))[0];
    expect((await world.view(id)).status).toBe(204);
    await world.bought(owner, id);
    expect(await views()).toMatchObject({ views: 0 });

    const reader = await app.person();
    const uncounted = [
      await world.view(id, { token: owner.token }),
      await world.view(id, { token: lab.analyst.token, from: '198.51.100.8' }),
      await world.view(id, {
        agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      }),
      await world.view(id, { agent: 'curl/8.5.0' }),
      await world.view(id, { agent: '' }),
      await world.view(other),
      await world.view(crypto.randomUUID()),
      await world.view('not-an-id'),
    ];
    const counted = [
      await world.view(id),
      await world.view(id, { from: '198.51.100.9', token: reader.token }),
      await world.view(id, { from: '2001:db8::1' }),
    ];
    const again = [await world.view(id), await world.view(id, { from: '198.51.100.9' })];
    for (const answer of [...uncounted, ...counted, ...again]) {
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await views()).toMatchObject({ views: 3, views_by_day: [{ day: days(0), views: 3 }] });
    // The stored rows do not say who the reader was.
    const { rows } = await app.platform.db.pool.query<{ key: string }>(
      "SELECT key FROM rate_limit WHERE key LIKE 'showcase-view:%'",
    );
    expect(rows.length).toBe(3);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);

    await world.pass(1);
    await world.view(id);
    expect(await views()).toMatchObject({
      views: 4,
      views_by_day: [
        { day: days(-1), views: 3 },
        { day: days(0), views: 1 },
      ],
    });
    await world.pass(6);
    await world.view(id, { from: '198.51.100.10' });
    expect(await views()).toMatchObject({ state: 'ended', views: 4 });
    expect((await views())?.views_by_day).toHaveLength(7);
    const staff = await app.request<{ data: object[] }>('/api/lab/showcases', {
      token: await shop.tokenOf(shop.admin),
    });
    expect(staff.body.data).toMatchObject([{ views: 4 }]);
  });
});

describe('paid results are only on the home page', { timeout: 120_000 }, () => {
  it('a paid week changes no byte of lists, searches, tests, pages of makers, feeds and sitemap', async () => {
    const world = await showcaseApp();
    const { app, lab } = world;
    const order = await lab.published();
    await app.jobs.drain();
    const paths = [
      '/api/tests',
      '/api/tests?onlyPublic=true&page=1&limit=12',
      '/api/tests?search=bpc-157',
      '/api/tests?sort=purity',
      `/api/tests/${order.id}`,
      '/api/tests/newest-trace',
      '/api/dossiers/compounds/bpc-157',
      '/api/dossiers/makers/test-maker',
      '/feed.atom',
      '/feed.rss',
      '/feed.json',
      '/sitemap.xml',
      '/api/turnaround',
      '/api/log',
    ];
    const read = async () =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await app.raw(path);
          return [path, answer.status, answer.headers.get('etag'), await answer.text()];
        }),
      );
    const before = await read();
    expect(before.map(([, status]) => status)).not.toContain(500);
    expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(9);
    await world.bought(lab.customer, order.id);
    await world.view(order.id);
    expect(await world.shown()).toEqual([order.id]);
    expect(await read()).toEqual(before);
  });

  it('paid results are never more than a third of Discoveries, even after others were withdrawn', async () => {
    const world = await showcaseApp();
    const { app } = world;
    for (let count = 0; count < 3; count += 1) {
      const owner = await app.person();
      const [id = ''] = await world.give(owner, 1);
      await world.bought(owner, id);
    }
    const { results, showcased } = await world.discoveries();
    expect([results.length, showcased.length]).toEqual([12, 3]);
    // Results are withdrawn until two paid ones are a third of all.
    const all = new Set([...showcased, ...results].map(({ request_id }) => request_id));
    const keep = [...all].slice(0, 4);
    await app.platform.db.pool.query('DELETE FROM public_test WHERE NOT request_id = ANY ($1)', [keep]);
    await beginDay(app.modules.showcases);
    const left = await world.discoveries();
    expect(left.results.length).toBe(4);
    expect(left.showcased).toEqual(showcased.slice(0, 2));
  });
});
