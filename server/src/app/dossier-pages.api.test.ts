import type { Measurement } from '@vialproof/contract/results';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensurePagesBuilt } from '../platform/http/pages-build.ts';
import { laboratory, must, PURITY } from '../testing/lab.ts';
import { layPublished } from '../testing/lay-tests.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type FrontEnd, loadPages } from './pages.ts';

let pages: FrontEnd;

beforeAll(async () => {
  await ensurePagesBuilt({ log: { info: () => undefined } });
  pages = await loadPages({ production: false });
}, 300_000);

const purity = (value: number): Measurement => ({ ...PURITY, value, verdict: value >= 98 ? 'pass' : 'fail' });

/** The HTML of a page without scripts. */
async function shown(app: TestApp, path: string) {
  const answer = await app.raw(path);
  const html = await answer.text();
  const words = html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return { status: answer.status, html, words };
}

/** All public addresses about a maker, a batch or a compound. */
const PATHS = ['', '/api/dossiers'].flatMap((of) =>
  ['/makers/test-maker', '/compounds/bpc-157', '/batches/test-maker/t-1', '/makers/secret-maker'].map(
    (path) => of + path,
  ),
);
const answers = (app: TestApp) =>
  Promise.all(
    [...PATHS, '/compounds/tb-500', '/sitemap.xml', '/feed.atom', '/feed.json'].map(async (path) => {
      const answer = await app.raw(path);
      return [path, answer.status, answer.headers.get('etag'), await answer.text()];
    }),
  );

describe('the pages of makers, batches and compounds show absolute numbers, and percentages only with enough tests', () => {
  it('private tests do not change the page of a maker; a test that was registered as public and made private changes one number', async () => {
    const app = await testApp({}, { pages });
    const lab = await laboratory(app);
    await layPublished(app, [{ measurements: [purity(99)] }]);
    const before = await answers(app);
    expect(before.map(([path, status]) => `${path} ${status}`)).toContain('/makers/test-maker 200');
    const hidden = { isPrivate: true, measurements: [purity(91)] };
    await layPublished(app, [hidden, { ...hidden, maker: 'Secret Maker', compound: 'TB-500', batch: 'S' }]);
    await lab.received({ visibility: 'private' });
    expect(await answers(app)).toEqual(before);

    const order = await lab.received();
    const { status } = await app.request(`/api/me/tests/${order.id}/visibility`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: order.owner.token,
    });
    expect(status).toBe(200);
    const { words, html } = await shown(app, '/makers/test-maker');
    expect(words).toMatch(/Registered 2 Published 1 Withheld 1/);
    expect(html).not.toContain(order.id);
    expect(html).not.toContain(String(order.taskNumber));
    // Only sitemap and feed leave out a test that its owner keeps private.
    const apart = (all: typeof before) => all.filter(([path]) => /\.(xml|atom|json)$/.test(String(path)));
    expect(apart(await answers(app))).toEqual(apart(before));
  });

  it('the page of a maker shows absolute numbers first, percentages only from five tests on, and no grade, score or ranking', async () => {
    const app = await testApp({}, { pages });
    const lay = (tests: [value: number, batch: string][]) =>
      layPublished(
        app,
        tests.map(([value, batch]) => ({ measurements: [purity(value)], batch })),
      );
    await lay([
      [99.6, 'T-0'],
      [99.2, 'T-1'],
      [98.9, 'T-2'],
      [97, 'T-3'],
    ]);
    const few = await shown(app, '/makers/test-maker');
    expect(few.words).toContain('3 of 4 batches passed');
    expect(few.words).toContain('Fewer than 5: too few for a share.');
    expect(few.words).not.toMatch(/\d %(?! area)/);
    await lay([
      [99, 'T-4'],
      [97, 'T-4'],
      [99, 'T-5'],
    ]);
    for (const path of ['/makers/test-maker', '/compounds/bpc-157']) {
      const { words } = await shown(app, path);
      expect(words).toContain('4 of 5 batches passed');
      expect(words).toMatch(/80\.0 % \. As 5 were judged, .* 37\.6 % to 96\.4 %/);
      expect(words).toContain('Undecided: 1 whose tests disagree');
    }
    expect((await shown(app, '/batches/test-maker/t-4')).words).toContain('Its tests disagree');
    const own = await shown(app, '/makers/test-maker?min=99');
    expect(own.words).toMatch(/By your own limit, at least 99: 3 of 5 batches, 60\.0 %/);
    for (const path of [
      '/makers/test-maker',
      '/compounds/bpc-157',
      '/batches/test-maker/t-4',
      '/makers/test-maker?min=99',
    ])
      expect((await shown(app, path)).html).not.toMatch(
        /\b(grade[ds]?|scores?|scored|rank(s|ed|ing|ings)?)\b/i,
      );
  });

  it('search engines may list the page of a maker after its name is confirmed, at one address, with structured data', async () => {
    const app = await testApp({}, { pages });
    await layPublished(app, [{ compound: 'bpc157' }]);
    const maker = await shown(app, '/makers/test-maker');
    expect(maker.html).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    expect(maker.words).toContain('as the customer wrote it');
    const compound = await shown(app, '/compounds/bpc157');
    expect(compound.status).toBe(200);
    expect(compound.html).toMatch(/<link rel="canonical" href="[^"]*\/compounds\/bpc-157"/);
    const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(compound.html)?.[1] ?? '{}';
    const things: { '@type': string; '@id'?: string }[] = JSON.parse(data)['@graph'];
    expect(things.map((thing) => thing['@type'])).toEqual([
      'BreadcrumbList',
      'Organization',
      'ItemPage',
      'Dataset',
    ]);
    expect(things[2]).toMatchObject({ mainEntity: { '@id': things[3]?.['@id'] } });
  });

  it('the page of a maker says that it has no results or that they were withdrawn; an unknown compound is answered 404', async () => {
    const app = await testApp({}, { pages });
    const lab = await laboratory(app);
    const order = await lab.published({ maker: 'null', batch: 'A/b\\c 💊 #1' });
    await must(lab.retract(lab.reviewer, order));
    for (const path of ['/makers/null', '/batches/null/a-b-c-pill-1', '/compounds/bpc-157']) {
      const { status, words } = await shown(app, path);
      expect([path, status]).toEqual([path, 200]);
      expect(words).toContain('What was published has been retracted.');
    }
    // The laboratory knows this compound, but no test is about it.
    const none = await shown(app, '/compounds/ll-37');
    expect([none.status, none.words.includes('No published result')]).toEqual([200, true]);
    expect((await shown(app, '/compounds/unheard-of')).status).toBe(404);
    const long = 'x'.repeat(10_000);
    for (const path of [
      `/makers/${long}`,
      `/batches/null/${long}`,
      '/makers/%F0%9F%92%8A',
      '/batches/null/a%2Fb',
    ])
      expect([path, (await shown(app, path)).status]).toEqual([path, 404]);
    expect((await shown(app, `/makers/null?analyte=${long}`)).status).toBe(200);
    expect((await app.request(`/api/dossiers/makers/null?analyte=${long}`)).status).toBe(422);
    expect((await app.request(`/api/dossiers/makers/${long}`)).status).toBe(404);
  });
});
