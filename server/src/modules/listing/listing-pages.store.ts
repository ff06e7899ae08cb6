import type pg from 'pg';
import {
  COUNTED_CODES,
  FREQUENT_HITS,
  type Matched,
  PROBED_ROWS,
  SAMPLED_ROWS,
  type Term,
} from './search.rules.ts';

export type Filter = { onlyPublic: boolean; onlySterility: boolean };
export type PageAsk = { offset: number; limit: number };

/*
 * Each statement is prepared under its own name. The filters and the page size are written into its text, so that one
 * plan fits every execution; what varies is hidden from the planner behind `ask`, for else it would plan each time anew.
 * A page of another size is cut from the next larger one: every statement costs memory on every connection.
 */
const SIZES = [9, 24, 50, 100];
const ORDER = 'stretch DESC, published_at DESC NULLS LAST, task_number DESC';
const WHOLE_LIST = 2_147_483_647;

const filtered = (filter: Filter) =>
  `${filter.onlyPublic ? ' AND is_public' : ''}${filter.onlySterility ? ' AND includes_sterility' : ''}`;
const counter = (filter: Filter) =>
  `${filter.onlyPublic ? 'public_' : ''}${filter.onlySterility ? 'sterility_' : ''}tests`;

const firstPage = (filter: Filter, limit: number) => `
  SELECT c.${counter(filter)}, p.body FROM public_test_count c LEFT JOIN LATERAL (
    SELECT body FROM public_test WHERE true${filtered(filter)} ORDER BY ${ORDER} LIMIT ${limit}) p ON true
  WHERE c.stretch = ${WHOLE_LIST}`;

/** Adds up stretches until the one in which the page begins, and walks only inside that one. */
const laterPage = (filter: Filter, limit: number) => `
  WITH ask AS (SELECT $1::bigint AS skipped), start AS MATERIALIZED (
    SELECT stretch, upto - tests AS before FROM (
      SELECT stretch, ${counter(filter)} AS tests,
        sum(${counter(filter)}) OVER (ORDER BY stretch DESC ROWS UNBOUNDED PRECEDING) AS upto
      FROM public_test_count WHERE stretch < ${WHOLE_LIST}) s
    WHERE upto > (SELECT skipped FROM ask) ORDER BY stretch DESC LIMIT 1)
  SELECT c.${counter(filter)}, t.body FROM public_test_count c LEFT JOIN LATERAL (
    SELECT stretch, published_at, task_number FROM public_test
    WHERE stretch <= (SELECT stretch FROM start)${filtered(filter)} ORDER BY ${ORDER}
    OFFSET (SELECT skipped FROM ask) - (SELECT before FROM start) LIMIT ${limit}) p ON true
  LEFT JOIN public_test t ON t.task_number = p.task_number
  WHERE c.stretch = ${WHOLE_LIST}
  ORDER BY p.stretch DESC, p.published_at DESC NULLS LAST, p.task_number DESC`;

const ASKED = 'ask AS (SELECT $1::text[] AS grams, $2::text AS pattern)';
const PATTERN = '(SELECT pattern FROM ask)';
const GRAMS = '(SELECT grams FROM ask)';
const found = (filter: Filter) => `found AS MATERIALIZED (
    SELECT id, field, tests FROM public_test_phrase
    WHERE text_grams(words) @> ${GRAMS} AND words LIKE ${PATTERN}${filtered(filter)})`;

const match = (filter: Filter) => `
  WITH ${ASKED}, ${found(filter)}, probe AS MATERIALIZED (
    SELECT count(*)::int AS hits
    FROM (SELECT codes FROM public_test ORDER BY ${ORDER} LIMIT ${PROBED_ROWS}) newest
    WHERE codes LIKE ${PATTERN}
  ), coded AS MATERIALIZED (
    SELECT task_number FROM public_test
    WHERE (SELECT hits FROM probe) < ${FREQUENT_HITS} AND text_grams(codes) @> ${GRAMS} AND codes LIKE ${PATTERN}${filtered(filter)}
      AND (subject_id IN (SELECT id FROM found)) IS NOT TRUE AND (maker_id IN (SELECT id FROM found)) IS NOT TRUE
    LIMIT ${COUNTED_CODES + 1})
  SELECT (SELECT ${counter(filter)} FROM public_test_count WHERE stretch = ${WHOLE_LIST}) AS rows,
    (SELECT hits FROM probe) AS probed, (SELECT count(*)::int FROM coded) AS coded,
    count(*) FILTER (WHERE field = 'subject')::int AS subjects,
    coalesce(sum(tests) FILTER (WHERE field = 'subject'), 0)::int AS "subjectTests",
    count(*) FILTER (WHERE field = 'maker')::int AS makers,
    coalesce(sum(tests) FILTER (WHERE field = 'maker'), 0)::int AS "makerTests"
  FROM found`;

const newestOf = (field: 'subject' | 'maker') => `
    SELECT t.* FROM found, LATERAL (
      SELECT stretch, published_at, task_number FROM public_test WHERE ${field}_id = found.id
      ORDER BY ${ORDER} LIMIT (SELECT reach FROM page)) t
    WHERE field = '${field}'`;

const gather = (filter: Filter, limit: number) => `
  WITH ${ASKED}, page AS (SELECT $3::bigint AS skipped, $4::bigint AS reach), ${found(filter)}, hit AS (
    ${newestOf('subject')} UNION ${newestOf('maker')} UNION
    SELECT stretch, published_at, task_number FROM public_test
    WHERE text_grams(codes) @> ${GRAMS} AND codes LIKE ${PATTERN}${filtered(filter)}
  )
  SELECT n.tests, t.body FROM (SELECT count(*)::int AS tests FROM hit) n
  LEFT JOIN (SELECT * FROM hit ORDER BY ${ORDER} OFFSET (SELECT skipped FROM page) LIMIT ${limit}) h ON true
  LEFT JOIN public_test t ON t.task_number = h.task_number
  ORDER BY h.stretch DESC, h.published_at DESC NULLS LAST, h.task_number DESC`;

const HIT = `(subject_id IN (SELECT id FROM found) OR maker_id IN (SELECT id FROM found) OR codes LIKE ${PATTERN})`;

const walk = (filter: Filter, limit: number) => `
  WITH ${ASKED}, page AS (SELECT $3::bigint AS skipped), ${found(filter)}, hit AS (
    SELECT stretch, published_at, task_number FROM public_test WHERE ${HIT}${filtered(filter)}
    ORDER BY ${ORDER} OFFSET (SELECT skipped FROM page) LIMIT ${limit})
  SELECT 0, t.body FROM hit h JOIN public_test t USING (task_number)
  ORDER BY h.stretch DESC, h.published_at DESC NULLS LAST, h.task_number DESC`;

const sample = (filter: Filter) => `
  WITH ${ASKED}, ${found(filter)}
  SELECT count(*)::int AS tests FROM (
    SELECT subject_id, maker_id, codes FROM public_test WHERE true${filtered(filter)}
    ORDER BY ${ORDER} LIMIT ${SAMPLED_ROWS}) newest
  WHERE ${HIT}`;

type Statement = { name: string; text: string };

/** Makes each variant of a statement once. */
function prepared(
  kind: string,
  make: (filter: Filter, size: number) => string,
): (filter: Filter, limit?: number) => Statement {
  const known = new Map<number, Statement>();
  return (filter, limit = 0) => {
    const size = SIZES.find((each) => each >= limit) ?? limit;
    const variant = size * 4 + (filter.onlyPublic ? 2 : 0) + (filter.onlySterility ? 1 : 0);
    let statement = known.get(variant);
    if (!statement) {
      statement = { name: `listing_${kind}_${variant}`, text: make(filter, size) };
      known.set(variant, statement);
    }
    return statement;
  };
}

const STATEMENTS = {
  first: prepared('first', firstPage),
  later: prepared('later', laterPage),
  match: prepared('match', match),
  gather: prepared('gather', gather),
  walk: prepared('walk', walk),
  sample: prepared('sample', sample),
};

type Row = [number, string | null];
export type Found = { bodies: string[]; tests: number };

async function read(pool: pg.Pool, statement: Statement, limit: number, values: unknown[]): Promise<Found> {
  const { rows } = await pool.query<Row>({ ...statement, values, rowMode: 'array' });
  const bodies: string[] = [];
  for (const [, body] of rows) if (body !== null && bodies.length < limit) bodies.push(body);
  return { bodies, tests: rows[0]?.[0] ?? 0 };
}

// All of these walk indexes only.

/** One page in the list's order, and how many rows there are under the filter. */
export const readPage = (pool: pg.Pool, filter: Filter, { offset, limit }: PageAsk): Promise<Found> =>
  offset === 0
    ? read(pool, STATEMENTS.first(filter, limit), limit, [])
    : read(pool, STATEMENTS.later(filter, limit), limit, [offset]);

/** What a folded term means: how many phrases, tests and codes. */
export async function matchTerm(pool: pg.Pool, filter: Filter, { grams, pattern }: Term): Promise<Matched> {
  const values = [grams, pattern];
  const { rows } = await pool.query<Matched>({ ...STATEMENTS.match(filter), values });
  const [matched] = rows;
  if (!matched) throw new Error('an aggregate answered no row');
  return { ...matched, rows: matched.rows ?? 0 };
}

/** The page from the newest `reach` hits of each phrase; `tests` counts all that were gathered. */
export const gatherHits = (
  pool: pg.Pool,
  filter: Filter,
  { grams, pattern }: Term,
  { offset, limit }: PageAsk,
  reach: number,
): Promise<Found> => read(pool, STATEMENTS.gather(filter, limit), limit, [grams, pattern, offset, reach]);

/** The page by going through the list until it is full; `tests` says nothing. */
export const walkToHits = (
  pool: pg.Pool,
  filter: Filter,
  { grams, pattern }: Term,
  { offset, limit }: PageAsk,
): Promise<Found> => read(pool, STATEMENTS.walk(filter, limit), limit, [grams, pattern, offset]);

/** Hits among the newest SAMPLED_ROWS. */
export async function sampleHits(pool: pg.Pool, filter: Filter, { grams, pattern }: Term): Promise<number> {
  const values = [grams, pattern];
  const { rows } = await pool.query<{ tests: number }>({ ...STATEMENTS.sample(filter), values });
  return rows[0]?.tests ?? 0;
}
