import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/postgres/database.ts';
import type { ListRow } from './publications.presenter.ts';
import type { CountedTest, LineId } from './rules/counted-tests.ts';
import type { LineName } from './rules/measured-lines.ts';

/** Locks orders in the order of their ids, so that two transactions never wait for each other. */
export async function lockRows(tx: Tx, requestIds: string[]): Promise<void> {
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('public rows of ' || id, 0))
    FROM unnest(${sql.param(requestIds)}::text[]) AS id`);
}

/** Inserts or updates a row of the list; returns whether it changed. */
export async function saveListRow(tx: Tx, row: ListRow): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO public_test AS t (request_id, task_number, is_public, includes_sterility, published_at, compound_id, maker_id,
      verdict, year, tested, purity, deviation, words, codes, body)
    VALUES (${row.request_id}, ${row.task_number}, ${row.is_public}, ${row.includes_sterility}, ${row.published_at},
      ${row.compound_id}, ${row.maker_id}, ${row.verdict}, ${row.year}, ${sql.param(row.tested)}, ${row.purity},
      ${row.deviation}, ${row.words}, ${row.codes}, ${JSON.stringify(row.body)})
    ON CONFLICT (request_id) DO UPDATE SET is_public = excluded.is_public, includes_sterility = excluded.includes_sterility,
      published_at = excluded.published_at, compound_id = excluded.compound_id, maker_id = excluded.maker_id,
      verdict = excluded.verdict, year = excluded.year, tested = excluded.tested, purity = excluded.purity,
      deviation = excluded.deviation, words = excluded.words, codes = excluded.codes, body = excluded.body
    WHERE (t.is_public, t.includes_sterility, t.published_at, t.compound_id, t.maker_id, t.verdict, t.year, t.tested,
        t.purity, t.deviation, t.words, t.codes, t.body::text)
      IS DISTINCT FROM (excluded.is_public, excluded.includes_sterility, excluded.published_at, excluded.compound_id,
        excluded.maker_id, excluded.verdict, excluded.year, excluded.tested, excluded.purity, excluded.deviation,
        excluded.words, excluded.codes, excluded.body::text)`);
  return rowCount !== 0;
}

/** Removes a row of the list; returns whether it existed. */
export async function removeListRow(tx: Tx, requestId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM public_test WHERE request_id = ${requestId}`);
  return rowCount !== 0;
}

/** When a sample was received and finished, in ms since 1970. */
export type SampleTimes = {
  request_id: string;
  sku_id: string;
  received_ms: number;
  due_on: string | null;
  done_ms: number | null;
};

export async function saveSampleTimes(tx: Tx, times: SampleTimes): Promise<void> {
  const { request_id, sku_id, received_ms, due_on, done_ms } = times;
  await tx.execute(sql`
    INSERT INTO sample_turnaround (request_id, sku_id, received_at, due_on, done_at)
    VALUES (${request_id}, ${sku_id}, to_timestamp(${received_ms} / 1000.0::float8), ${due_on},
      to_timestamp(${done_ms} / 1000.0::float8))
    ON CONFLICT (request_id) DO UPDATE SET sku_id = excluded.sku_id, received_at = excluded.received_at,
      due_on = excluded.due_on, done_at = excluded.done_at`);
}

const ms = (column: string) => sql.raw(`floor(extract(epoch FROM ${column}) * 1000)::float8`);

/** The rows of these orders for the counts. */
export async function readCounted(tx: Tx, requestIds: string[]): Promise<CountedTest[]> {
  const { rows } = await tx.execute<CountedTest>(sql`
    SELECT request_id, task_number::int AS task_number, customer_id, state, opened_later, superseded, retracted,
      compound_id, maker_id, batch_id, compound, maker, batch_code, code_key, unit, label_unread,
      ${ms('published_at')} AS published_ms, ${ms('at')} AS at_ms,
      (SELECT coalesce(json_agg(json_build_object('line', line, 'source_line', source_line, 'value', value, 'words', words,
         'unit', l.unit, 'limit_words', limit_words, 'low', low, 'high', high, 'verdict', verdict) ORDER BY place), '[]')
       FROM counted_line l WHERE l.request_id = t.request_id) AS values
    FROM counted_test t WHERE request_id = ANY (${sql.param(requestIds)}::uuid[]) ORDER BY request_id`);
  return rows;
}

/** Replaces the rows of these orders for the counts. */
export async function replaceCounted(tx: Tx, requestIds: string[], tests: CountedTest[]): Promise<void> {
  await tx.execute(sql`DELETE FROM counted_test WHERE request_id = ANY (${sql.param(requestIds)}::uuid[])`);
  const rows = JSON.stringify(tests.map(({ values: _, ...test }) => test));
  await tx.execute(sql`
    INSERT INTO counted_test (request_id, task_number, customer_id, state, opened_later, superseded, retracted, compound_id,
      maker_id, batch_id, compound, maker, batch_code, code_key, unit, label_unread, published_at, at)
    SELECT request_id, task_number, customer_id, state, opened_later, superseded, retracted, compound_id, maker_id, batch_id,
      compound, maker, batch_code, code_key, unit, label_unread, to_timestamp(published_ms / 1000), to_timestamp(at_ms / 1000)
    FROM json_to_recordset(${rows}::json) AS t (request_id uuid, task_number bigint, customer_id uuid, state text,
      opened_later boolean, superseded int, retracted int, compound_id text, maker_id uuid, batch_id uuid, compound text,
      maker text, batch_code text, code_key text, unit text, label_unread boolean, published_ms float8, at_ms float8)`);
  const lines = JSON.stringify(
    tests.flatMap(({ request_id, values }) => values.map((line, place) => ({ request_id, place, ...line }))),
  );
  await tx.execute(sql`
    INSERT INTO counted_line (request_id, place, line, source_line, value, words, unit, limit_words, low, high, verdict)
    SELECT request_id, place, line, source_line, value, words, unit, limit_words, low, high, verdict
    FROM json_to_recordset(${lines}::json) AS t (request_id uuid, place smallint, line int, source_line int, value float8,
      words text, unit text, limit_words text, low float8, high float8, verdict text)`);
}

const keyOf = ({ analyte_key, method_key }: Pick<LineName, 'analyte_key' | 'method_key'>) =>
  JSON.stringify([analyte_key, method_key]);

/** The id of each analyte with its method. A new pair gets a new id. */
export async function numberLines(tx: Tx, names: LineName[]): Promise<(name: LineName) => LineId> {
  const distinct = new Map(names.map((name) => [keyOf(name), name]));
  const asked = JSON.stringify(
    [...distinct.values()].toSorted((one, other) =>
      one.analyte_key < other.analyte_key ? -1 : one.analyte_key > other.analyte_key ? 1 : 0,
    ),
  );
  await tx.execute(sql`
    INSERT INTO line_name (analyte_key, method_key, analyte, method)
    SELECT analyte_key, method_key, analyte, method
    FROM json_to_recordset(${asked}::json) AS t (analyte_key text, method_key text, analyte text, method text)
    WHERE NOT EXISTS (SELECT FROM line_name l
      WHERE md5(l.analyte_key) = md5(t.analyte_key) AND md5(l.method_key) = md5(t.method_key))
    ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<{ id: LineId; analyte_key: string; method_key: string }>(sql`
    SELECT l.id, l.analyte_key, l.method_key FROM line_name l
    JOIN json_to_recordset(${asked}::json) AS t (analyte_key text, method_key text)
      ON md5(l.analyte_key) = md5(t.analyte_key) AND md5(l.method_key) = md5(t.method_key)`);
  const known = new Map(rows.map((row) => [keyOf(row), row.id]));
  return (name) => {
    const id = known.get(keyOf(name));
    if (id === undefined) throw new Error(`the line ${keyOf(name)} has no number`);
    return id;
  };
}
