import type { DossierKind } from '@vialproof/contract/dossiers';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { LABEL_LINE, type LineId } from './rules/counted-tests.ts';

/** A compound, maker or batch whose tests are counted. */
export type Counted = { kind: DossierKind; id: string };

const COLUMN = { compound: sql`compound_id`, maker: sql`maker_id`, batch: sql`batch_id` };
const isOf = ({ kind, id }: Counted) =>
  kind === 'compound' ? sql`compound_id = ${id}` : sql`${COLUMN[kind]} = ${id}::uuid`;
/** A batch counts tests. Makers and compounds count batches. */
const unitFor = ({ kind }: Counted) => (kind === 'batch' ? sql`t.request_id::text` : sql`t.unit`);

export type WholeCounts = {
  registered: number;
  opened_later: number;
  published: number;
  pending: number;
  withheld: number;
  superseded: number;
  retracted: number;
  label_unread: number;
  units: number;
  /** How many of the tests have a batch code. */
  named: number;
  senders: number;
  newest_ms: number | null;
};

/** Counts whole tests, without looking at their measurements. */
export async function countWhole(db: Queryable, of: Counted): Promise<WholeCounts> {
  const published = sql`FILTER (WHERE state = 'published')`;
  const { rows } = await db.execute<WholeCounts>(sql`
    SELECT (count(*) FILTER (WHERE NOT opened_later))::int AS registered,
      (count(*) FILTER (WHERE opened_later))::int AS opened_later,
      (count(*) ${published})::int AS published,
      (count(*) FILTER (WHERE state = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE state = 'withheld'))::int AS withheld,
      coalesce(sum(superseded), 0)::int AS superseded, coalesce(sum(retracted), 0)::int AS retracted,
      (count(*) FILTER (WHERE state = 'published' AND label_unread))::int AS label_unread,
      (count(DISTINCT ${unitFor(of)}) ${published})::int AS units,
      (count(DISTINCT t.unit) FILTER (WHERE state = 'published' AND batch_id IS NOT NULL))::int AS named,
      (count(DISTINCT customer_id) ${published})::int AS senders,
      floor(extract(epoch FROM max(published_at)) * 1000)::float8 AS newest_ms
    FROM counted_test t WHERE ${isOf(of)}`);
  const [row] = rows;
  if (!row) throw new Error('a count has one row');
  return row;
}

export type LineCounts = {
  line: LineId;
  analyte_key: string;
  analyte: string;
  method: string;
  /** How many were tested for this analyte, by the verdict of all their tests. */
  tested: number;
  pass: number;
  fail: number;
  disagree: number;
  not_judged: number;
};

/**
 * Counts the tests for each line of results (analyte and method). A test fails if one of its lines fails. The tests of
 * a batch all pass, all fail, or disagree.
 */
export async function countLines(db: Queryable, of: Counted): Promise<LineCounts[]> {
  const { rows } = await db.execute<LineCounts>(sql`
    WITH test AS (
      SELECT line, ${unitFor(of)} AS unit, t.request_id,
        CASE WHEN bool_or(verdict = 'fail') THEN 'fail' WHEN bool_or(verdict = 'pass') THEN 'pass' END AS verdict
      FROM counted_test t JOIN counted_line l USING (request_id)
      WHERE ${isOf(of)} AND state = 'published' AND line <> ${LABEL_LINE} GROUP BY 1, 2, 3
    ), counted_unit AS (
      SELECT line, CASE WHEN min(verdict) <> max(verdict) THEN 'disagree' ELSE coalesce(min(verdict), 'not_judged') END AS verdict
      FROM test GROUP BY line, unit
    ), counted AS (
      SELECT line, count(*)::int AS tested, (count(*) FILTER (WHERE verdict = 'pass'))::int AS pass,
        (count(*) FILTER (WHERE verdict = 'fail'))::int AS fail,
        (count(*) FILTER (WHERE verdict = 'disagree'))::int AS disagree,
        (count(*) FILTER (WHERE verdict = 'not_judged'))::int AS not_judged
      FROM counted_unit GROUP BY line
    )
    SELECT counted.*, analyte_key, analyte, method FROM counted JOIN line_name ON id = line`);
  return rows;
}

export type LineFigures = {
  line: LineId;
  /** The number of all values, and the different numbers with how often each occurs. */
  n_values: number;
  values: number[];
  ns: number[];
  /** The units of the numbers. */
  units: string[];
};

/** The measured numbers for each analyte and method (line). */
export async function readFigures(db: Queryable, of: Counted): Promise<LineFigures[]> {
  const { rows } = await db.execute<LineFigures>(sql`
    WITH found AS (
      SELECT line, value, l.unit, count(*)::int AS n FROM counted_test t JOIN counted_line l USING (request_id)
      WHERE ${isOf(of)} AND state = 'published' GROUP BY 1, 2, 3
    ), figure AS (SELECT line, value, sum(n)::int AS n FROM found WHERE value IS NOT NULL GROUP BY 1, 2)
    SELECT line, sum(n)::int AS n_values,
      coalesce(json_agg(DISTINCT unit) FILTER (WHERE value IS NOT NULL), '[]') AS units,
      (SELECT coalesce(json_agg(value ORDER BY value), '[]') FROM figure WHERE figure.line = found.line) AS values,
      (SELECT coalesce(json_agg(n ORDER BY value), '[]') FROM figure WHERE figure.line = found.line) AS ns
    FROM found GROUP BY line`);
  return rows;
}

export type LineValueRow = {
  line: LineId;
  request_id: string;
  task_number: number;
  published_ms: number;
  value: number | null;
  words: string;
  unit: string;
  method: string;
  limit_words: string;
  low: number | null;
  high: number | null;
  verdict: 'pass' | 'fail' | null;
  /** What the test is counted as: its batch, or the test itself. */
  counted_as: string;
};

/** The newest values for each analyte and method (line). */
export async function readValues(db: Queryable, of: Counted, most: number): Promise<LineValueRow[]> {
  const { rows } = await db.execute<LineValueRow>(sql`
    SELECT v.line, v.request_id, task_number::int AS task_number,
      floor(extract(epoch FROM published_at) * 1000)::float8 AS published_ms, value, words, v.unit,
      coalesce(n.method, '') AS method, limit_words, low, high, verdict, counted_as
    FROM (
      SELECT l.*, task_number, published_at, ${unitFor(of)} AS counted_as,
        row_number() OVER (PARTITION BY line ORDER BY published_at DESC, t.request_id, place) AS place_in_line
      FROM counted_test t JOIN counted_line l USING (request_id)
      WHERE ${isOf(of)} AND state = 'published') v
    LEFT JOIN line_name n ON n.id = coalesce(v.source_line, v.line)
    WHERE place_in_line <= ${most} ORDER BY v.line, place_in_line`);
  return rows;
}

export type TestRow = {
  request_id: string;
  task_number: number;
  state: 'published' | 'pending' | 'withheld';
  published_ms: number | null;
  at_ms: number;
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
  code_key: string | null;
};

/** The tests with the newest events, with the customers' names. */
export async function readTests(db: Queryable, of: Counted, most: number): Promise<TestRow[]> {
  const { rows } = await db.execute<TestRow>(sql`
    SELECT request_id, task_number::int AS task_number, state, compound, maker, batch_code, code_key,
      floor(extract(epoch FROM published_at) * 1000)::float8 AS published_ms,
      floor(extract(epoch FROM at) * 1000)::float8 AS at_ms
    FROM counted_test WHERE ${isOf(of)} ORDER BY at DESC, task_number DESC LIMIT ${most}`);
  return rows;
}

export type CodeRow = {
  code_key: string;
  maker_id: string | null;
  compound_id: string | null;
  batch_id: string | null;
  code: string;
};
const MOST_CODES = 2_000;

/** The batch codes that several makers or compounds use. */
export async function readSharedCodes(db: Queryable, codes: string[]): Promise<CodeRow[]> {
  if (codes.length === 0) return [];
  const { rows } = await db.execute<CodeRow>(sql`
    WITH coded AS MATERIALIZED (
      SELECT code_key, maker_id, compound_id, batch_id, batch_code FROM counted_test
      WHERE code_key = ANY (${sql.param(codes)}::text[]) AND state = 'published' LIMIT ${MOST_CODES})
    SELECT code_key, maker_id, compound_id, batch_id, min(batch_code) AS code FROM coded
    WHERE code_key IN (
      SELECT code_key FROM coded GROUP BY 1
      HAVING count(DISTINCT maker_id) > 1 OR count(DISTINCT compound_id) > 1)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
  return rows;
}

/** The newest published tests of a compound, maker or batch. */
export async function listNewest(db: Queryable, of: Counted, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT request_id FROM counted_test WHERE ${isOf(of)} AND state = 'published'
    ORDER BY at DESC, task_number DESC LIMIT ${most}`);
  return rows.map(({ request_id }) => request_id);
}

/** The compounds in the published tests of a batch. */
export async function readCompounds(db: Queryable, batchId: string): Promise<string[]> {
  const { rows } = await db.execute<{ compound_id: string }>(sql`
    SELECT DISTINCT compound_id FROM counted_test
    WHERE batch_id = ${batchId} AND state = 'published' AND compound_id IS NOT NULL ORDER BY compound_id`);
  return rows.map(({ compound_id }) => compound_id);
}

/** Which of these compounds, makers or batches have published tests. */
export async function withPublished(db: Queryable, kind: DossierKind, ids: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT ${COLUMN[kind]}::text AS id FROM counted_test
    WHERE ${COLUMN[kind]} = ANY (${sql.param(ids)}::${kind === 'compound' ? sql`text` : sql`uuid`}[]) AND state = 'published'`);
  return rows.map(({ id }) => id);
}

/** Whether at least `least` tests of this compound, maker or batch are counted. */
export async function hasCounted(db: Queryable, of: Counted, least: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM counted_test WHERE ${isOf(of)} OFFSET ${least - 1} LIMIT 1`);
  return rows.length > 0;
}
