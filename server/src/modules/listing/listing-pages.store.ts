import type pg from 'pg';

export type Filter = { onlyPublic: boolean; onlySterility: boolean };
export type PageAsk = { offset: number; limit: number };

/*
 * The list in its usual order, without a search. Each statement is prepared under its own name. The filters and the page
 * size are written into its text, so that one plan fits every execution. A page of another size is cut from the next
 * larger one: every statement costs memory on every connection.
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

type Statement = { name: string; text: string };

/** Makes each variant of a statement once. */
function prepared(
  kind: string,
  make: (filter: Filter, size: number) => string,
): (filter: Filter, limit: number) => Statement {
  const known = new Map<number, Statement>();
  return (filter, limit) => {
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

const STATEMENTS = { first: prepared('first', firstPage), later: prepared('later', laterPage) };

type Row = [number, string | null];
export type Found = { bodies: string[]; tests: number };

/** One page in the list's order, and how many rows there are under the filter. Walks indexes only. */
export async function readPage(pool: pg.Pool, filter: Filter, { offset, limit }: PageAsk): Promise<Found> {
  const statement = offset === 0 ? STATEMENTS.first(filter, limit) : STATEMENTS.later(filter, limit);
  const values = offset === 0 ? [] : [offset];
  const { rows } = await pool.query<Row>({ ...statement, values, rowMode: 'array' });
  const bodies: string[] = [];
  for (const [, body] of rows) if (body !== null && bodies.length < limit) bodies.push(body);
  return { bodies, tests: rows[0]?.[0] ?? 0 };
}
