import type { DossierKind } from '@vialproof/contract/dossiers';
import type pg from 'pg';
import type { LineId } from './rules/counted-tests.ts';

/** A compound, maker or batch by the id that the counts have. */
export type Counted = { kind: DossierKind; id: string };

export type LineCount = { line: LineId; what: string; n: number };
export type LineFigures = { line: LineId; values: number[]; ns: number[] };
export type LineValueRow = {
  line: LineId;
  request_id: string;
  task_number: number;
  published_at: Date;
  value: number | null;
  words: string;
  unit: string;
  method: string;
  limit_words: string;
  low: number | null;
  high: number | null;
  verdict: 'pass' | 'fail' | null;
  /** What the test counts as once. */
  counted_as: string;
};
export type TestRow = {
  request_id: string;
  task_number: number;
  state: 'published' | 'pending' | 'withheld';
  published_at: Date | null;
  at: Date;
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
  code_key: string | null;
};
export type CodeRow = {
  code_key: string;
  maker_id: string | null;
  compound_id: string | null;
  batch_id: string | null;
  code: string;
};

const COLUMN = { compound: 'compound_id', maker: 'maker_id', batch: 'batch_id' } as const;
/** Both read from the newest tests alone. */
const MOST_TESTS = 200;
const MOST_CODES = 2_000;

async function read<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const { rows } = await pool.query<T>({ name: `dossiers_${name}`, text, values });
  return rows;
}

/** All counts of a subject but those of single customers. */
export const readCounts = (pool: pg.Pool, { kind, id }: Counted): Promise<LineCount[]> =>
  read(
    pool,
    'counts',
    'SELECT line, what, n FROM dossier_count WHERE kind = $1 AND subject_id = $2 AND line >= -1',
    [kind, id],
  );

/** From how many customers its published tests are; no more than `most` are counted. */
export async function countSenders(pool: pg.Pool, { kind, id }: Counted, most: number): Promise<number> {
  const rows = await read<{ n: number }>(
    pool,
    'senders',
    `SELECT count(*)::int AS n FROM (
       SELECT FROM dossier_count WHERE kind = $1 AND subject_id = $2 AND line = -2 LIMIT $3) AS senders`,
    [kind, id, most],
  );
  return rows[0]?.n ?? 0;
}

/** The values that were found of each line, ascending, with how often. As JSON, which is read much faster than arrays. */
export const readFigures = (pool: pg.Pool, { kind, id }: Counted): Promise<LineFigures[]> =>
  read(
    pool,
    'figures',
    `SELECT line, json_agg(value ORDER BY value) AS values, json_agg(n ORDER BY value) AS ns
     FROM dossier_figure WHERE kind = $1 AND subject_id = $2 GROUP BY line`,
    [kind, id],
  );

export const readLineNames = (
  pool: pg.Pool,
  lines: LineId[],
): Promise<{ id: LineId; analyte_key: string; analyte: string; method: string }[]> =>
  read(
    pool,
    'names',
    'SELECT id, analyte_key, analyte, method FROM dossier_line WHERE id = ANY ($1::int[])',
    [lines],
  );

/** The newest values of each of these lines, newest first. */
export const readValues = (
  pool: pg.Pool,
  { kind, id }: Counted,
  lines: LineId[],
  most: number,
): Promise<LineValueRow[]> =>
  read(
    pool,
    `values_${kind}`,
    `SELECT v.line, v.request_id, t.task_number::int AS task_number, v.published_at, v.value, v.words, v.unit,
       coalesce(l.method, '') AS method, v.limit_words, v.low, v.high, v.verdict,
       ${kind === 'batch' ? 't.request_id::text' : 't.unit'} AS counted_as
     FROM unnest($2::int[]) AS asked (line)
     CROSS JOIN LATERAL (
       SELECT * FROM dossier_value WHERE ${COLUMN[kind]} = $1 AND line = asked.line
       ORDER BY published_at DESC, request_id LIMIT $3) AS v
     JOIN dossier_test t ON t.request_id = v.request_id
     LEFT JOIN dossier_line l ON l.id = coalesce(v.source_line, v.line)
     ORDER BY v.line, v.published_at DESC, v.request_id, v.place`,
    [id, lines, most],
  );

/** The tests with the newest events, newest first, as their customers named them. */
export const readTests = (pool: pg.Pool, { kind, id }: Counted): Promise<TestRow[]> =>
  read(
    pool,
    `tests_${kind}`,
    `SELECT t.request_id, t.task_number::int AS task_number, t.state, t.published_at, t.at, r.compound_name AS compound,
       r.manufacturer AS maker, r.batch_code, t.code_key
     FROM (SELECT * FROM dossier_test WHERE ${COLUMN[kind]} = $1 ORDER BY at DESC, task_number DESC LIMIT ${MOST_TESTS}) AS t
     JOIN test_request r ON r.id = t.request_id ORDER BY t.at DESC, t.task_number DESC`,
    [id],
  );

/** Which makers and compounds have published tests under those of these codes that several have. */
export const readSharedCodes = (pool: pg.Pool, codes: string[]): Promise<CodeRow[]> =>
  read(
    pool,
    'codes',
    `WITH coded AS MATERIALIZED (
       SELECT request_id, code_key, maker_id, compound_id, batch_id FROM dossier_test
       WHERE code_key = ANY ($1::text[]) AND state = 'published' LIMIT ${MOST_CODES})
     SELECT c.code_key, c.maker_id, c.compound_id, c.batch_id, min(r.batch_code) AS code
     FROM coded c JOIN test_request r ON r.id = c.request_id
     WHERE c.code_key IN (
       SELECT code_key FROM coded GROUP BY 1
       HAVING min(maker_id) <> max(maker_id) OR min(compound_id) <> max(compound_id))
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [codes],
  );

/** The newest published tests of a subject. */
export async function listNewest(pool: pg.Pool, { kind, id }: Counted, most: number): Promise<string[]> {
  const rows = await read<{ request_id: string }>(
    pool,
    `newest_tests_${kind}`,
    `SELECT request_id FROM dossier_test WHERE ${COLUMN[kind]} = $1 AND state = 'published'
     ORDER BY at DESC, task_number DESC LIMIT $2`,
    [id, most],
  );
  return rows.map(({ request_id }) => request_id);
}

/** When the newest published result of a subject came; null without one. A result may be older than what became of its test. */
export async function findNewest(pool: pg.Pool, { kind, id }: Counted): Promise<Date | null> {
  const own = `FROM dossier_test WHERE ${COLUMN[kind]} = $1 AND state = 'published'`;
  const rows = await read<{ newest: Date | null }>(
    pool,
    `newest_${kind}`,
    `SELECT max(published_at) AS newest ${own}
     AND at >= (SELECT published_at ${own} ORDER BY at DESC, task_number DESC LIMIT 1)`,
    [id],
  );
  return rows[0]?.newest ?? null;
}

/** Of which compounds the published tests of a batch are: one, or a collision. */
export async function readCompounds(pool: pg.Pool, { id }: Counted): Promise<string[]> {
  const rows = await read<{ compound_id: string }>(
    pool,
    'compounds',
    `SELECT DISTINCT compound_id FROM dossier_test
     WHERE batch_id = $1 AND state = 'published' AND compound_id IS NOT NULL ORDER BY compound_id`,
    [id],
  );
  return rows.map(({ compound_id }) => compound_id);
}

/** Those of these subjects that have published tests. */
export async function withPublished(pool: pg.Pool, kind: DossierKind, ids: string[]): Promise<string[]> {
  const rows = await read<{ subject_id: string }>(
    pool,
    'published',
    `SELECT subject_id FROM dossier_count
     WHERE kind = $1 AND subject_id = ANY ($2::text[]) AND line = -1 AND what = 'published'`,
    [kind, ids],
  );
  return rows.map(({ subject_id }) => subject_id);
}
