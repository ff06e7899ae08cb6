import type { TestFacets, TestsSort } from '@vialproof/contract/tests';
import type pg from 'pg';
import type { Filter, PageAsk } from './listing-pages.store.ts';

/** What a list is narrowed to; undefined: not by this. */
export type Narrowing = {
  compound?: string | undefined;
  maker?: string | undefined;
  verdict?: string | undefined;
  year?: number | undefined;
  tested?: string | undefined;
};

/** What a search means, in rows. */
export type Sought = {
  /** Which words each phrase has: one bit a word; and all bits. */
  phrases: Map<number, number>;
  all: number;
  /** Tests that are found by a batch or a task number, and not by their phrases alone. */
  tasks: number[];
};

const ORDERS: Record<TestsSort, { key: string; order: string }> = {
  published: { key: 'published_at', order: 'DESC NULLS LAST' },
  purity: { key: 'purity', order: 'DESC NULLS LAST' },
  deviation: { key: 'deviation', order: 'ASC NULLS LAST' },
};
const taskOf = (key: string) => (key === 'published_at' ? 'published_task' : `${key}_task`);

/** A facet names so many values: those with the most tests, and the one that is chosen. */
const MOST_VALUES = 20;

const WANTED = `wanted AS MATERIALIZED (
    SELECT $5::text IS NULL AS any_compound, (SELECT id FROM public_test_value WHERE facet = 'compound' AND value = $5) AS compound,
      $6::text IS NULL AS any_maker, (SELECT id FROM public_test_value WHERE facet = 'maker' AND value = $6) AS maker,
      $7::text AS verdict, $8::integer AS year,
      $9::text IS NULL AS any_tested, (SELECT id FROM public_test_value WHERE facet = 'tested' AND value = $9) AS tested)`;

/** Whether a kind has each of the wanted values; one that lacks two of them counts nowhere. */
const FIT = `CROSS JOIN wanted w CROSS JOIN LATERAL (SELECT
      (w.any_compound OR k.compound_id = w.compound) IS TRUE AS fits_compound,
      (w.any_maker OR k.maker_id = w.maker) IS TRUE AS fits_maker,
      (w.verdict IS NULL OR k.verdict = w.verdict) IS TRUE AS fits_verdict,
      (w.year IS NULL OR k.year = w.year) IS TRUE AS fits_year,
      (w.any_tested OR w.tested = ANY (k.tested)) IS TRUE AS fits_tested) f
    CROSS JOIN LATERAL (SELECT 5 - fits_compound::int - fits_maker::int - fits_verdict::int - fits_year::int
      - fits_tested::int AS misses) m`;
const SEEN = `m.misses < 2 AND (k.is_public OR NOT $1::boolean) AND (k.includes_sterility OR NOT $2::boolean)`;
const COUNTED = `k.compound_id, k.maker_id, k.verdict, k.year, k.tested`;

/** The parameter that chooses a value of a facet of names. */
const CHOSEN = { compound: '$5', maker: '$6', tested: '$9' };

/** Counts by one facet what fits all others. */
const counts = (name: keyof TestFacets, id: string, from = 'counted') => `
    SELECT ${id} AS id, sum(tests)::integer AS count FROM ${from}
    WHERE misses = (NOT fits_${name})::int AND ${id} IS NOT NULL GROUP BY 1`;
const ofNames = (name: keyof typeof CHOSEN, counted: string) => `
    (SELECT '${name}' AS facet, v.value, v.label, c.count
    FROM (${counted}) c JOIN public_test_value v USING (id)
    ORDER BY (v.value = ${CHOSEN[name]}) IS TRUE DESC, c.count DESC, v.label LIMIT ${MOST_VALUES})`;
const ofWords = (name: 'verdict' | 'year') => `
    SELECT '${name}', c.id::text, c.id::text, c.count FROM (${counts(name, name)}) c`;
const FACETS = [
  ofNames('compound', counts('compound', 'compound_id')),
  ofNames('maker', counts('maker', 'maker_id')),
  ofNames('tested', counts('tested', 'analyte', 'counted, unnest(tested) AS analyte')),
  ofWords('verdict'),
  ofWords('year'),
].join(' UNION ALL ');

/*
 * Kinds that differ by their words alone are counted as one: each facet then reads a tenth of them.
 * The first `reach` tests of a list lie in the first `reach` of its kinds, by the first test of each, and are among the
 * first `reach` of each of them: nothing else is read, however many tests there are.
 */
function statementOf(sort: TestsSort, isSearch: boolean): string {
  const { key, order } = ORDERS[sort];
  const first = `k.${key} AS first, k.${taskOf(key)} AS first_task`;
  const phrases = isSearch
    ? `LEFT JOIN phrase s ON s.id = k.subject_id LEFT JOIN phrase p ON p.id = k.maker_phrase_id`
    : '';
  // The first condition says nothing new: it finds the kinds of the phrases by their indexes.
  const isFound = isSearch
    ? `AND (k.subject_id = ANY ($10::integer[]) OR k.maker_phrase_id = ANY ($10::integer[]))
      AND coalesce(s.words, 0) | coalesce(p.words, 0) = $12::integer`
    : '';
  return `
  WITH ${WANTED}, ${isSearch ? 'phrase AS MATERIALIZED (SELECT * FROM unnest($10::integer[], $11::integer[]) AS p (id, words)),' : ''}
  kind AS MATERIALIZED (
    SELECT k.id, k.tests, ${first}, m.misses, ${COUNTED} FROM public_test_kind k ${phrases} ${FIT} WHERE ${SEEN} ${isFound}
  ), ${
    isSearch
      ? `coded AS MATERIALIZED (
    SELECT t.task_number, t.${key} AS place, m.misses, ${COUNTED}
    FROM public_test t JOIN public_test_kind k ON k.id = t.kind_id ${FIT} WHERE t.task_number = ANY ($13::bigint[]) AND ${SEEN}
  ),`
      : ''
  } counted AS MATERIALIZED (
    SELECT k.*, f.*, m.misses FROM (
      SELECT sum(tests)::integer AS tests, ${COUNTED} FROM (
        SELECT tests, ${COUNTED} FROM kind k
        ${isSearch ? `UNION ALL SELECT 1, ${COUNTED} FROM coded k` : ''}) k
      GROUP BY ${COUNTED}) k ${FIT}
  ), front AS (
    SELECT id FROM kind WHERE misses = 0 ORDER BY first ${order}, first_task DESC LIMIT $3::bigint + $4::bigint
  ), hit AS (
    SELECT t.* FROM front, LATERAL (
      SELECT ${key} AS place, task_number FROM public_test WHERE kind_id = front.id
      ORDER BY ${key} ${order}, task_number DESC LIMIT $3::bigint + $4::bigint) t
    ${isSearch ? 'UNION ALL SELECT place, task_number FROM coded WHERE misses = 0' : ''}
  ), page AS (
    SELECT * FROM hit ORDER BY place ${order}, task_number DESC OFFSET $3::bigint LIMIT $4::bigint
  )
  SELECT (SELECT coalesce(sum(tests), 0)::integer FROM counted WHERE misses = 0),
    (SELECT array_agg(t.body ORDER BY page.place ${order}, t.task_number DESC) FROM page JOIN public_test t USING (task_number)),
    (SELECT json_agg(f) FROM (${FACETS}) f)`;
}

type Statement = { name: string; text: string };
const sorts: TestsSort[] = ['published', 'purity', 'deviation'];
const statements = (isSearch: boolean): Record<TestsSort, Statement> =>
  Object.fromEntries(
    sorts.map((sort) => [
      sort,
      { name: `listing_kinds_${sort}_${isSearch}`, text: statementOf(sort, isSearch) },
    ]),
  ) as Record<TestsSort, Statement>;
const PLAIN = statements(false);
const SEARCH = statements(true);

export type FacetRow = { facet: keyof TestFacets; value: string; label: string; count: number };
export type FoundKinds = { tests: number; bodies: string[]; facets: FacetRow[] };
export type KindsAsk = Filter & PageAsk & Narrowing & { sort: TestsSort };

/** A page of what fits, how many tests do, and how many would with each other value of one facet. */
export async function readKinds(pool: pg.Pool, ask: KindsAsk, sought?: Sought): Promise<FoundKinds> {
  const { compound = null, maker = null, verdict = null, year = null, tested = null } = ask;
  const filter = [
    ask.onlyPublic,
    ask.onlySterility,
    ask.offset,
    ask.limit,
    compound,
    maker,
    verdict,
    year,
    tested,
  ];
  const words = sought && [
    [...sought.phrases.keys()],
    [...sought.phrases.values()],
    sought.all,
    sought.tasks,
  ];
  const { rows } = await pool.query<[number, string[] | null, FacetRow[] | null]>({
    ...(sought ? SEARCH : PLAIN)[ask.sort],
    values: [...filter, ...(words ?? [])],
    rowMode: 'array',
  });
  const [tests = 0, bodies, facets] = rows[0] ?? [];
  return { tests, bodies: bodies ?? [], facets: facets ?? [] };
}
