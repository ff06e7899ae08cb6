import { TESTS_SORTS, type TestFacets, type TestsPage } from '@vialproof/contract/tests';
import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cases } from '../../testing/property-runs.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { shared, type TestApp, testApp } from '../../testing/test-app.ts';
import { type Findable, isMeant, type Spellings } from './plain-search.fixture.ts';

const TESTS = 1500;
const MOST_VALUES = 20;
type Facet = keyof TestFacets;

/** A test as the tables of its modules say. */
type Plain = Findable & {
  id: string;
  is_public: boolean;
  includes_sterility: boolean;
  published: string | null;
  facets: Record<Facet, string[]>;
  purity: number | null;
  deviation: number | null;
};

type Row = {
  id: string;
  task_number: number;
  is_public: boolean;
  includes_sterility: boolean;
  sku_name: string;
  compound_name: string;
  compound: string;
  manufacturer: string;
  batch_code: string;
  title: string;
  published: string;
  purity: number;
  claimed: number;
  verdict: string;
  tested: string[];
};

async function readPlain(pool: pg.Pool): Promise<Plain[]> {
  const { rows } = await pool.query<Row>(`
    SELECT r.id, r.task_number::int AS task_number, r.visibility = 'public' AS is_public, s.includes_sterility,
      s.name AS sku_name, r.compound_name, r.manufacturer, r.batch_code, v.title,
      coalesce((SELECT min(n.slug) FROM compound_spelling w JOIN compound_spelling n ON n.spelling = w.compound
        WHERE w.folded = lower(r.compound_name)), regexp_replace(lower(r.compound_name), '[^a-z0-9]+', '-', 'g')) AS compound,
      to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS published,
      (jsonb_path_query_first(v.measurements, '$[*] ? (@.analyte == "Purity")') ->> 'value')::float8 AS purity,
      (jsonb_path_query_first(v.measurements, '$[*].computed.percent_of_claim') #>> '{}')::float8 AS claimed,
      CASE WHEN v.measurements @? '$[*] ? (@.verdict == "fail")' THEN 'fail'
        WHEN v.measurements @? '$[*] ? (@.verdict != "pass")' THEN 'partly' ELSE 'pass' END AS verdict,
      ARRAY(SELECT DISTINCT lower(m ->> 'analyte') FROM jsonb_array_elements(v.measurements) m) AS tested
    FROM test_request r JOIN sku s ON s.id = r.sku_id
    JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'`);
  return rows.map((row) => {
    const { id, task_number, is_public, includes_sterility, sku_name, published } = row;
    const known = { id, task_number, is_public, includes_sterility, sku_name };
    if (!is_public) {
      const facets = { compound: [], maker: [], verdict: [], year: [], tested: [] };
      const hidden = { compound_name: null, manufacturer: null, batch_code: null, result: null };
      return { ...known, ...hidden, facets, published: null, purity: null, deviation: null };
    }
    const { compound_name, manufacturer, batch_code, title } = row;
    return {
      ...known,
      ...{ compound_name, manufacturer, batch_code, published, result: { title } },
      facets: {
        compound: [row.compound],
        maker: [manufacturer.toLowerCase().replace(/[^a-z0-9]+/g, '-')],
        verdict: [row.verdict],
        year: [published.slice(0, 4)],
        tested: row.tested,
      },
      purity: row.purity,
      deviation: Number(Math.abs(row.claimed - 100).toFixed(2)),
    };
  });
}

async function readSpellings(pool: pg.Pool): Promise<Spellings> {
  const { rows } = await pool.query<{ folded: string; spellings: string[] }>(`
    SELECT w.folded, array_agg(o.spelling) AS spellings
    FROM compound_spelling w JOIN compound_spelling o USING (compound) GROUP BY 1`);
  return Object.fromEntries(rows.map((row) => [row.folded, row.spellings]));
}

const NO_VALUE = { published: '', purity: -1, deviation: Number.POSITIVE_INFINITY };
const before = <T>(a: T, b: T) => (a === b ? 0 : a > b ? -1 : 1);
const ORDERS = {
  published: (a: Plain, b: Plain) =>
    before(a.published ?? NO_VALUE.published, b.published ?? NO_VALUE.published),
  purity: (a: Plain, b: Plain) => before(a.purity ?? NO_VALUE.purity, b.purity ?? NO_VALUE.purity),
  deviation: (a: Plain, b: Plain) =>
    -before(a.deviation ?? NO_VALUE.deviation, b.deviation ?? NO_VALUE.deviation),
};

type Ask = Partial<Record<Facet | 'search', string>> & {
  sort: keyof typeof ORDERS;
  onlyPublic: boolean;
  onlySterility: boolean;
  page: number;
  limit: number;
};

/** Makes searches from the texts of a test, so that most of them find something. */
function asks(tests: Plain[]): fc.Arbitrary<Ask> {
  const some = fc.constantFrom(...tests.filter(({ is_public }) => is_public));
  return some.chain((one) =>
    asksFor(fc.oneof({ arbitrary: fc.constant(one), weight: 5 }, { arbitrary: some, weight: 1 })),
  );
}

function wordOf({ result, manufacturer, batch_code, sku_name }: Plain, field: number, cut: number): string {
  const [name = '', strength] = (result?.title ?? '').split(/ (?=\d+ mg)/);
  const batch = batch_code ?? '';
  return [name, name.slice(0, cut), strength, manufacturer, batch, batch.slice(0, 7), sku_name][field] ?? '';
}

function asksFor(some: fc.Arbitrary<Plain>): fc.Arbitrary<Ask> {
  const optional = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight: 2 });
  const of = (facet: Facet) => optional(some.map(({ facets }) => facets[facet][0] ?? ''));
  const word = fc
    .record({ test: some, field: fc.nat(6), cut: fc.integer({ min: 3, max: 9 }) })
    .map(({ test, field, cut }) => wordOf(test, field, cut));
  const search = fc
    .array(word, { minLength: 1, maxLength: 2 })
    .map((words) => words.join(' ').replace(/[^\w -]/g, ' '));
  return fc.record({
    search: optional(search),
    compound: of('compound'),
    maker: of('maker'),
    verdict: of('verdict'),
    year: of('year'),
    tested: of('tested'),
    sort: fc.constantFrom(...TESTS_SORTS),
    onlyPublic: fc.boolean(),
    onlySterility: fc.nat(4).map((n) => n === 0),
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 30 }),
  }) as fc.Arbitrary<Ask>;
}

const FACETS: Facet[] = ['compound', 'maker', 'verdict', 'year', 'tested'];

/** What the server must answer, found by looking at all tests. */
function expected(tests: Plain[], ask: Ask, isFound: (test: Plain, search: string) => boolean) {
  const { search = '', onlyPublic, onlySterility, sort, page, limit } = ask;
  const listed = tests.filter(
    (test) =>
      (!onlyPublic || test.is_public) && (!onlySterility || test.includes_sterility) && isFound(test, search),
  );
  const fits = (test: Plain, but?: Facet) =>
    FACETS.every((facet) => facet === but || !ask[facet] || test.facets[facet].includes(ask[facet]));
  const counts = (facet: Facet) => {
    const counted = new Map<string, number>();
    for (const test of listed.filter((each) => fits(each, facet)))
      for (const value of test.facets[facet]) counted.set(value, (counted.get(value) ?? 0) + 1);
    return counted;
  };
  const rows = listed.filter((test) => fits(test));
  rows.sort((a, b) => ORDERS[sort](a, b) || b.task_number - a.task_number);
  return {
    total: rows.length,
    ids: rows.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    counts,
  };
}

type Page = z.infer<typeof TestsPage>;

async function answerTo(app: TestApp, ask: Ask): Promise<Page> {
  const query = Object.entries(ask).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { status, body } = await app.request<Page>(`/api/tests?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

/** An application with many tests, which are only read. */
const seeded = shared(async (atEnd) => {
  const app = await testApp({}, { atEnd });
  await seedTests(app, TESTS);
  return app;
});

describe('searches and filters give the right tests', { timeout: 600_000 }, () => {
  it('any search and filter finds the same tests as a slow search through all tests', async () => {
    const app = seeded();
    const { db } = app.platform;
    const tests = await readPlain(db.pool);
    const spellings = await readSpellings(db.pool);
    const isFound = (test: Plain, search: string) => isMeant(test, search, spellings);
    await fc.assert(
      fc.asyncProperty(asks(tests), async (ask) => {
        const { data, pagination, facets } = await answerTo(app, ask);
        const { total, ids, counts } = expected(tests, ask, isFound);
        expect(pagination).toMatchObject({ total, total_relation: 'exact' });
        expect(data.map(({ request_id }) => request_id)).toEqual(ids);
        for (const facet of FACETS) {
          const counted = counts(facet);
          const named = facets[facet].map(({ value, count }): [string, number] => [value, count]);
          expect([facet, named]).toEqual([facet, named.map(([value]) => [value, counted.get(value)])]);
          expect(named).toHaveLength(Math.min(MOST_VALUES, counted.size));
          const chosen = ask[facet];
          if (chosen && counted.has(chosen)) expect(named.map(([value]) => value)).toContain(chosen);
          const least = Math.min(...named.filter(([value]) => value !== chosen).map(([, count]) => count));
          const left = [...counted].filter(([value]) => named.every(([other]) => other !== value));
          for (const [, count] of left) expect(count).toBeLessThanOrEqual(least);
        }
        const sum = facets.verdict.reduce((all, { count }) => all + count, 0);
        if (ask.onlyPublic && !ask.verdict) expect(sum).toBe(total);
      }),
      { numRuns: cases(150) },
    );
  });

  it('every search text gets an answer, and no filter counts more tests than the search finds', async () => {
    const app = await testApp();
    await seedTests(app, 200);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }).map((typed) => typed.replaceAll('\0', '')),
      fc
        .constantFrom(...' #-%_\\\'"1aé肽')
        .chain((one) => fc.integer({ min: 1, max: 100 }).map((n) => one.repeat(n))),
    );
    await fc.assert(
      fc.asyncProperty(text, async (search) => {
        const { status, body } = await app.request<Page>(`/api/tests?search=${encodeURIComponent(search)}`);
        expect(status).toBe(200);
        for (const { count } of FACETS.flatMap((facet) => body.facets[facet]))
          expect(count).toBeLessThanOrEqual(body.pagination.total);
        if (body.pagination.total > 0) expect(body.suggestions).toEqual([]);
      }),
      { numRuns: cases(200) },
    );
  });

  it('a search text of ten thousand characters is refused, and the refusal names the field', async () => {
    const app = seeded();
    for (const name of ['search', 'compound', 'maker', 'tested', 'year', 'verdict', 'sort']) {
      const { status, body } = await app.request(`/api/tests?${name}=${'x'.repeat(10_000)}`);
      expect([name, status, Object.keys(body)]).toEqual([
        name,
        422,
        expect.arrayContaining(['code', 'errors']),
      ]);
    }
  });
});
