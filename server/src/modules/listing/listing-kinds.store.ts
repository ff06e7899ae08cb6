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
  /** The phrases that have the rarest of the words. */
  rarest: number[];
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

/** Each facet's bit in `missed`, which is set where a kind has another value than the one that is asked for. */
const BITS = { compound: 16, maker: 8, verdict: 4, year: 2, tested: 1 };
const ALL_BITS = 31;

/** A parameter that is null asks for nothing. */
const MISSED = `
    CASE WHEN $5::integer IS NULL OR k.compound_id = $5 THEN 0 ELSE ${BITS.compound} END
    + CASE WHEN $6::integer IS NULL OR k.maker_id = $6 THEN 0 ELSE ${BITS.maker} END
    + CASE WHEN $7::text IS NULL OR k.verdict = $7 THEN 0 ELSE ${BITS.verdict} END
    + CASE WHEN $8::integer IS NULL OR k.year = $8 THEN 0 ELSE ${BITS.year} END
    + CASE WHEN $9::integer IS NULL OR $9 = ANY (k.tested) THEN 0 ELSE ${BITS.tested} END`;
/** A kind that misses one value counts in that facet alone; one that misses more counts nowhere. */
const SEEN = `${MISSED} IN (0, ${Object.values(BITS).join(', ')})
      AND (k.is_public OR NOT $1::boolean) AND (k.includes_sterility OR NOT $2::boolean)`;
const COUNTED = `k.compound_id, k.maker_id, k.verdict, k.year, k.tested`;

/** The parameter with the chosen value of a facet of names. */
const CHOSEN = { compound: '$5', maker: '$6', tested: '$9' };

/** What is counted by one facet: kinds that have all that is asked for of the others. */
const fitting = (name: keyof TestFacets) => `by = ${ALL_BITS - BITS[name]} AND missed IN (0, ${BITS[name]})`;
const ofNames = (name: keyof typeof CHOSEN, id: string, from = 'counted') => `
    (SELECT '${name}' AS facet, v.value, v.label, c.count FROM (
      SELECT ${id} AS id, sum(tests)::integer AS count FROM ${from} WHERE ${fitting(name)} GROUP BY 1) c
    JOIN public_test_value v USING (id)
    ORDER BY (v.id = ${CHOSEN[name]}) IS TRUE DESC, c.count DESC, v.label LIMIT ${MOST_VALUES})`;
const ofWords = (name: 'verdict' | 'year') => `
    SELECT '${name}', ${name}::text, ${name}::text, sum(tests)::integer FROM counted
    WHERE ${fitting(name)} AND ${name} IS NOT NULL GROUP BY ${name}`;
const FACETS = [
  ofNames('compound', 'compound_id'),
  ofNames('maker', 'maker_id'),
  ofNames('tested', 'analyte', 'counted, unnest(tested) AS analyte'),
  ofWords('verdict'),
  ofWords('year'),
].join(' UNION ALL ');

/*
 * The first `reach` tests of a list lie in the first `reach` of its kinds, by the first test of each, and are among the
 * first `reach` of each of them: nothing else is read, however many tests there are.
 */
function statementOf(sort: TestsSort, isSearch: boolean): string {
  const { key, order } = ORDERS[sort];
  const first = `k.${key} AS first, k.${taskOf(key)} AS first_task`;
  const phrases = isSearch
    ? `LEFT JOIN phrase s ON s.id = k.subject_id LEFT JOIN phrase p ON p.id = k.maker_phrase_id`
    : '';
  // The first condition says nothing new: by the rarest word the kinds are found in their indexes.
  const isFound = isSearch
    ? `AND (k.subject_id = ANY ($14::integer[]) OR k.maker_phrase_id = ANY ($14::integer[]))
      AND coalesce(s.words, 0) | coalesce(p.words, 0) = $12::integer`
    : '';
  return `
  WITH ${isSearch ? 'phrase AS MATERIALIZED (SELECT * FROM unnest($10::integer[], $11::integer[]) AS p (id, words)),' : ''}
  kind AS ${isSearch ? '' : 'NOT '}MATERIALIZED (
    SELECT k.id, k.tests, ${first}, ${MISSED} AS missed, ${COUNTED} FROM public_test_kind k ${phrases} WHERE ${SEEN} ${isFound}
  ), ${
    isSearch
      ? `coded AS MATERIALIZED (
    SELECT t.task_number, t.${key} AS place, ${MISSED} AS missed, ${COUNTED}
    FROM public_test t JOIN public_test_kind k ON k.id = t.kind_id WHERE t.task_number = ANY ($13::bigint[]) AND ${SEEN}
  ),`
      : ''
  } counted AS MATERIALIZED (
    SELECT GROUPING(${COUNTED}) AS by, ${COUNTED}, missed, sum(tests)::integer AS tests FROM (
      SELECT tests, missed, ${COUNTED} FROM kind k
      ${isSearch ? `UNION ALL SELECT 1, missed, ${COUNTED} FROM coded k` : ''}) k
    GROUP BY missed, GROUPING SETS (${COUNTED})
  ), front AS (
    SELECT id FROM kind WHERE missed = 0 ORDER BY first ${order}, first_task DESC LIMIT $3::bigint + $4::bigint
  ), hit AS (
    SELECT t.* FROM front, LATERAL (
      SELECT ${key} AS place, task_number FROM public_test WHERE kind_id = front.id
      ORDER BY ${key} ${order}, task_number DESC LIMIT $3::bigint + $4::bigint) t
    ${isSearch ? 'UNION ALL SELECT place, task_number FROM coded WHERE missed = 0' : ''}
  ), page AS (
    SELECT * FROM hit ORDER BY place ${order}, task_number DESC OFFSET $3::bigint LIMIT $4::bigint
  )
  SELECT (SELECT coalesce(sum(tests), 0)::integer FROM counted WHERE by = ${ALL_BITS - BITS.year} AND missed = 0),
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

/** The numbers of what a list is narrowed to by name; 0, which no value has, for what nobody knows. */
async function valueIds(pool: pg.Pool, { compound, maker, tested }: Narrowing) {
  const asked = Object.entries({ compound, maker, tested }).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return {};
  const { rows } = await pool.query<{ facet: string; id: number }>({
    name: 'listing_values',
    text: `
      SELECT facet, coalesce(v.id, 0) AS id FROM unnest($1::text[], $2::text[]) AS asked (facet, value)
      LEFT JOIN public_test_value v USING (facet, value)`,
    values: [asked.map(([facet]) => facet), asked.map(([, value]) => value)],
  });
  return Object.fromEntries(rows.map(({ facet, id }) => [facet, id]));
}

/** A page of what fits, how many tests do, and how many would with each other value of one facet. */
export async function readKinds(pool: pg.Pool, ask: KindsAsk, sought?: Sought): Promise<FoundKinds> {
  const { verdict = null, year = null } = ask;
  const { compound = null, maker = null, tested = null } = await valueIds(pool, ask);
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
    sought.rarest,
  ];
  const { rows } = await pool.query<[number, string[] | null, FacetRow[] | null]>({
    ...(sought ? SEARCH : PLAIN)[ask.sort],
    values: [...filter, ...(words ?? [])],
    rowMode: 'array',
  });
  const [tests = 0, bodies, facets] = rows[0] ?? [];
  return { tests, bodies: bodies ?? [], facets: facets ?? [] };
}
