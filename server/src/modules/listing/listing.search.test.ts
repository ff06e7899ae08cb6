import type { TestFacets, TestsPage } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { laboratory, must } from '../../testing/lab.ts';
import { layPublished } from '../../testing/lay-tests.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { namedSubjectOf } from '../makers/makers.service.ts';

type Page = z.infer<typeof TestsPage>;

async function list(app: TestApp, query: Record<string, string>): Promise<Page> {
  const { status, body } = await app.request<Page>(`/api/tests?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function counted(app: TestApp, searches: string[]): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const search of searches) totals[search] = (await list(app, { search })).pagination.total;
  return totals;
}

describe('a search in the list of tests finds compounds, batches, makers and numbers', () => {
  it('a search finds a compound by its brand, with one wrong letter and with any separators', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ compound: 'Semaglutide', maker: 'Maker A', batch: 'LOT-24/7' });
    await layPublished(app, [{ compound: 'TB 500', maker: 'Other House', batch: 'Z1' }]);
    const number = String(order.taskNumber);
    expect(
      await counted(app, [
        'ozempic',
        'semaglutide maker a',
        'semaglutide other house',
        'semaglutde',
        'tb500',
        'tb-500',
        'lot247',
        number,
        `#${number}`,
        `#${number}1`,
        `Task #${number}`,
        'batch LOT-24/7',
      ]),
    ).toEqual({
      ozempic: 1,
      'semaglutide maker a': 1,
      'semaglutide other house': 0,
      semaglutde: 1,
      tb500: 1,
      'tb-500': 1,
      lot247: 1,
      [number]: 1,
      [`#${number}`]: 1,
      [`#${number}1`]: 0,
      [`Task #${number}`]: 1,
      'batch LOT-24/7': 1,
    });
    const mistyped = await list(app, { search: 'semaglutde' });
    expect(mistyped.corrections).toEqual([{ typed: 'semaglutde', meant: ['semaglutide'] }]);
  });

  it("a search for a certificate's number finds its test", async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { taskNumber } = await lab.published({ compound: 'Semaglutide', batch: 'Z1' });
    await layPublished(
      app,
      [`VP-${taskNumber}-R1`, 'VP-240115', 'VP777'].map((batch) => ({ compound: 'TB 500', batch })),
    );
    const found = {
      [`VP-${taskNumber}-R1`]: 2,
      [`VP-${taskNumber}-R2`]: 1,
      [`semaglutide VP-${taskNumber}-R1`]: 1,
      'VP-240115': 1,
      vp777: 1,
      'VP-99999-R1': 0,
    };
    expect(await counted(app, Object.keys(found))).toEqual(found);
  });

  it('a search finds a number inside a batch code, whatever characters stand around it', async () => {
    const app = await testApp();
    await layPublished(app, [
      { compound: 'Semaglutide', batch: 'LOT-2024-05' },
      { compound: 'TB 500', maker: 'House 2024', batch: 'Z1' },
      { compound: 'Semaglutide', maker: 'House 2024', batch: 'Z-157' },
      { compound: 'Semaglutide', batch: 'LOT-2024-05', isPrivate: true },
    ]);
    const found = {
      2024: 3,
      'semaglutide 2024': 2,
      'Lot 2024': 3,
      '#202': 0,
    };
    expect(await counted(app, Object.keys(found))).toEqual(found);
  });

  it('a search that finds nothing suggests similar names, or the compounds with the most tests', async () => {
    const app = await testApp();
    await layPublished(app, [{ compound: 'Semaglutide', maker: 'Maker A' }]);
    const { suggestions } = await list(app, { search: 'semaglutide unheard' });
    expect(suggestions).toContainEqual({
      facet: 'compound',
      value: 'semaglutide',
      label: 'Semaglutide',
      count: 1,
    });
    expect((await list(app, { search: 'semaglutide' })).suggestions).toEqual([]);
    for (const nothing of [
      { search: 'unheard of' },
      { search: '😀' },
      { compound: 'none' },
      { sort: 'purity', year: '1999' },
    ]) {
      const { pagination, ...answer } = await list(app, nothing);
      expect([nothing, pagination.total, answer.suggestions]).toEqual([nothing, 0, suggestions]);
    }
  });

  it('a search finds a renamed maker by its new name at once', async () => {
    const app = await testApp();
    const [laid] = await layPublished(app, [{ maker: 'Acme Co' }]);
    const { maker } = await namedSubjectOf(app.modules.makers, app.platform.db.orm, laid?.id ?? '');
    expect((await list(app, { maker: 'acme-co' })).pagination.total).toBe(1);
    await app.platform.db.pool.query(`UPDATE named_record SET name = 'Zenith Works' WHERE id = $1`, [
      maker?.id,
    ]);
    await app.platform.db.transaction((tx) =>
      app.modules.after.makers.afterNamesChange(tx, { requestIds: [], makerIds: [maker?.id ?? ''] }),
    );
    expect(await counted(app, ['zenith', 'acme'])).toEqual({ zenith: 1, acme: 1 });
    expect((await list(app, {})).facets.maker).toEqual([
      { value: 'acme-co', label: 'Zenith Works', count: 1 },
    ]);
  });

  it("private tests do not change a byte of a search's result", async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const [shown] = await layPublished(app, [{ compound: 'Semaglutide', maker: 'Maker A' }]);
    const number = shown?.taskNumber ?? 0;
    const anywhere = [
      'hidden',
      'hiden',
      'secretide',
      'maker a secretide',
      'semaglutide',
      'batch9z',
      'semaglutde',
    ];
    const narrowed = [
      'compound=secretide',
      'maker=hidden-maker',
      'verdict=pass',
      `year=${app.clock.now().getUTCFullYear()}`,
      'tested=purity',
    ];
    const publicOnly = [
      '',
      '&search=tirzepatide',
      '&search=tirzepatidd',
      '&search=1000',
      '&sort=purity',
      '&search=fail',
    ];
    const paths = [
      ...anywhere.map((search) => `search=${encodeURIComponent(search)}`),
      ...narrowed,
      ...publicOnly.map((more) => `onlyPublic=true${more}`),
      ...Array.from({ length: 5 }, (_, at) => `onlyPublic=true&search=${number + 1 + at}`),
    ];
    const answers = async () => {
      const all: [string, string | null, string][] = [];
      for (const path of paths) {
        const answer = await app.raw(`/api/tests?${path}`);
        all.push([path, answer.headers.get('etag'), await answer.text()]);
      }
      return all;
    };
    const before = await answers();
    expect(before.every(([, tag]) => tag !== null)).toBe(true);
    const hidden = { compound: 'Secretide', maker: 'Hidden Maker', batch: 'BATCH9Z' };
    const order = await lab.inReview({ visibility: 'private', ...hidden });
    await must(lab.publish(lab.reviewer, order));
    // No public test has this name, so it is not suggested.
    await app.platform.db.transaction(async (tx) => {
      await tx.execute(
        sql`UPDATE test_request SET sku_id = (SELECT id FROM sku WHERE slug = 'tirzepatide') WHERE id = ${order.id}`,
      );
      const { id: requestId, owner } = order;
      await app.modules.after.orders.afterOrderChange(tx, {
        requestId,
        ownerId: owner.id,
        groupTestId: null,
      });
    });
    expect(await counted(app, ['tirzepatidd'])).toEqual({ tirzepatidd: 1 });
    expect(await answers()).toEqual(before);
    expect((await list(app, {})).pagination.total).toBe(2);
  });
});

const CONDITIONS: Record<keyof TestFacets, string> = {
  compound: `EXISTS (SELECT FROM compound_spelling w JOIN compound_spelling c ON c.spelling = w.compound
    WHERE w.folded = lower(r.compound_name) AND c.slug = $1)`,
  maker: `regexp_replace(lower(r.manufacturer), '[^a-z0-9]+', '-', 'g') = $1`,
  verdict: `(CASE WHEN v.measurements @? '$[*] ? (@.verdict == "fail")' THEN 'fail'
    WHEN NOT v.measurements @? '$[*] ? (@.verdict == "pass")' THEN 'not_judged'
    WHEN v.measurements @? '$[*] ? (@.verdict != "pass")' THEN 'partly' ELSE 'pass' END) = $1`,
  year: `extract(year FROM v.published_at AT TIME ZONE 'UTC')::text = $1`,
  tested: `EXISTS (SELECT FROM jsonb_array_elements(v.measurements) m WHERE lower(m ->> 'analyte') = $1)`,
};

const many = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  await seedTests(app, 1500);
  return app;
});

describe('each filter of the list shows how many tests it finds', { timeout: 120_000 }, () => {
  it('the count of each filter is the number of tests that it finds', async () => {
    const app = many();
    const { db } = app.platform;
    const { facets } = await list(app, {});
    for (const facet of Object.keys(CONDITIONS) as (keyof TestFacets)[]) {
      expect([facet, facets[facet].length > 0]).toEqual([facet, true]);
      for (const { value, count } of facets[facet].slice(0, 6)) {
        const { rows } = await db.pool.query<{ count: number }>(
          `SELECT count(*)::int FROM test_request r JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'
           WHERE r.visibility = 'public' AND ${CONDITIONS[facet]}`,
          [value],
        );
        const { total } = (await list(app, { [facet]: value })).pagination;
        expect([facet, value, count, total]).toEqual([facet, value, rows[0]?.count, rows[0]?.count]);
      }
    }
  });

  it('the counts of a filter consider all other filters', async () => {
    const app = many();
    const [compound] = (await list(app, {})).facets.compound;
    const narrowed = await list(app, { compound: compound?.value ?? '', verdict: 'fail', sort: 'purity' });
    const verdicts = narrowed.facets.verdict.reduce((sum, { count }) => sum + count, 0);
    expect(verdicts).toBe(compound?.count);
    expect(narrowed.facets.verdict.find(({ value }) => value === 'fail')?.count).toBe(
      narrowed.pagination.total,
    );
    const purities = narrowed.data.map(({ result }) => Number(result?.measurements[0]?.value));
    expect(purities.length).toBeGreaterThan(0);
    expect(purities).toEqual(purities.toSorted((a, b) => b - a));
    expect(purities.every((purity) => purity < 98)).toBe(true);
    const near = (await list(app, { sort: 'deviation' })).data.map((test) =>
      Math.abs(test.label_deviation_percent ?? Number.POSITIVE_INFINITY),
    );
    expect(near).toEqual(near.toSorted((a, b) => a - b));
  });
});
