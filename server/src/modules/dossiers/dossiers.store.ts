import type { Visibility } from '@vialproof/contract/primitives';
import type { Measurement } from '@vialproof/contract/results';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from '../../platform/database.ts';
import type { CountedTest, LineId } from './rules/counted-tests.ts';
import type { Count, Counts, Figure } from './rules/counts.ts';
import type { LineName } from './rules/measured-lines.ts';

/** A request that the laboratory has taken in, as the base tables have it now. Moments in ms since 1970. */
export type Source = {
  request_id: string;
  task_number: number;
  customer_id: string;
  visibility: Visibility;
  /** As it was at the intake. */
  registered_as: Visibility;
  /** Registered as public, made private, and made public again when its owner may have known the result. */
  opened_again: boolean;
  dosage_text: string | null;
  batch_code: string | null;
  superseded: number;
  retracted: number;
  at_ms: number;
  /** The current result. */
  published_ms: number | null;
  measurements: Measurement[] | null;
  /** A person moved the limits of its peaks. */
  is_manual: boolean;
};

const ms = (column: string) => sql.raw(`floor(extract(epoch FROM ${column}) * 1000)::float8`);

/**
 * Only requests that were taken in are counted; the others are left out. What becomes of a private test's results is not
 * read: of one that was withdrawn it is counted that and when it was, and nothing else.
 */
export async function readSources(tx: Tx, requestIds: string[]): Promise<Source[]> {
  const { rows } = await tx.execute<Source>(sql`
    SELECT r.id AS request_id, r.task_number::int AS task_number, r.customer_id, r.visibility, r.dosage_text, r.batch_code,
      coalesce(g.visibility, r.visibility) AS registered_as,
      r.visibility = 'public' AND g.withdrawn_at IS NOT NULL AS opened_again, h.superseded, h.retracted,
      ${ms('greatest(coalesce(g.at, r.received_at), g.withdrawn_at, opened.at, v.published_at, h.retracted_at)')} AS at_ms,
      ${ms('v.published_at')} AS published_ms, v.measurements,
      EXISTS (SELECT FROM chromatogram c WHERE c.revision_id = v.id AND c.reason IS NOT NULL) AS is_manual
    FROM test_request r LEFT JOIN registration g ON g.request_id = r.id
    LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published' AND r.visibility = 'public'
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'superseded')::int AS superseded,
        count(*) FILTER (WHERE state = 'retracted')::int AS retracted, max(retracted_at) AS retracted_at
      FROM result_revision WHERE request_id = r.id AND r.visibility = 'public') h
    CROSS JOIN LATERAL (
      SELECT max(at) AS at FROM request_event
      WHERE request_id = r.id AND kind = 'made_public' AND r.visibility = 'public') opened
    WHERE r.id = ANY (${sql.param(requestIds)}::uuid[]) AND r.received_at IS NOT NULL`);
  return rows;
}

/** The tests of these requests and of these units as they are counted now. */
export async function readCounted(
  tx: Tx,
  { requestIds, units }: { requestIds: string[]; units: string[] },
): Promise<CountedTest[]> {
  const { rows } = await tx.execute<CountedTest>(sql`
    SELECT request_id, task_number::int AS task_number, customer_id, state, opened_later, superseded, retracted,
      compound_id, maker_id, batch_id, code_key, unit, label_unread,
      ${ms('published_at')} AS published_ms, ${ms('at')} AS at_ms,
      (SELECT coalesce(json_agg(json_build_object('line', line, 'source_line', source_line, 'value', value, 'words', words,
         'unit', v.unit, 'limit_words', limit_words, 'low', low, 'high', high, 'verdict', verdict) ORDER BY place), '[]')
       FROM dossier_value v WHERE v.request_id = t.request_id) AS values
    FROM dossier_test t
    WHERE request_id = ANY (${sql.param(requestIds)}::uuid[])
      OR unit = ANY (${sql.param(units)}::text[])`);
  return rows;
}

/** Puts these tests in the place of what was kept of these requests. */
export async function replaceTests(tx: Tx, requestIds: string[], tests: CountedTest[]): Promise<void> {
  await tx.execute(sql`DELETE FROM dossier_test WHERE request_id = ANY (${sql.param(requestIds)}::uuid[])`);
  await insertTests(tx, tests);
}

export async function insertTests(tx: Tx, tests: CountedTest[]): Promise<void> {
  const rows = JSON.stringify(tests.map(({ values: _, ...test }) => test));
  await tx.execute(sql`
    INSERT INTO dossier_test (request_id, task_number, customer_id, state, opened_later, superseded, retracted, compound_id,
      maker_id, batch_id, code_key, unit, label_unread, published_at, at)
    SELECT request_id, task_number, customer_id, state, opened_later, superseded, retracted, compound_id, maker_id, batch_id,
      code_key, unit, label_unread, to_timestamp(published_ms / 1000), to_timestamp(at_ms / 1000)
    FROM jsonb_to_recordset(${rows}::jsonb) AS t (request_id uuid, task_number bigint, customer_id uuid, state text,
      opened_later boolean, superseded int, retracted int, compound_id text, maker_id text, batch_id text, code_key text,
      unit text, label_unread boolean, published_ms float8, at_ms float8)`);
  const values = JSON.stringify(
    tests.flatMap(({ request_id, published_ms, compound_id, maker_id, batch_id, values: lines }) =>
      lines.map((line, place) => ({
        request_id,
        place,
        published_ms,
        compound_id,
        maker_id,
        batch_id,
        ...line,
      })),
    ),
  );
  await tx.execute(sql`
    INSERT INTO dossier_value (request_id, place, line, source_line, value, words, unit, limit_words, low, high, verdict,
      published_at, compound_id, maker_id, batch_id)
    SELECT request_id, place, line, source_line, value, words, unit, limit_words, low, high, verdict,
      to_timestamp(published_ms / 1000), compound_id, maker_id, batch_id
    FROM jsonb_to_recordset(${values}::jsonb) AS t (request_id uuid, place smallint, line int, source_line int, value float8,
      words text, unit text, limit_words text, low float8, high float8, verdict text, published_ms float8,
      compound_id text, maker_id text, batch_id text)`);
}

/** The number of each analyte by its method, by the names as they are compared; new ones get one. */
export async function numberLines(tx: Tx, names: LineName[]): Promise<(name: LineName) => LineId> {
  const keyOf = ({ analyte_key, method_key }: Pick<LineName, 'analyte_key' | 'method_key'>) =>
    JSON.stringify([analyte_key, method_key]);
  const distinct = [...new Map(names.map((name) => [keyOf(name), name])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name);
  const known = new Map<string, LineId>();
  const find = async () => {
    const { rows } = await tx.execute<{ id: LineId; analyte_key: string; method_key: string }>(sql`
      SELECT l.id, l.analyte_key, l.method_key FROM dossier_line l
      JOIN jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) AS t (analyte_key text, method_key text)
        ON md5(l.analyte_key) = md5(t.analyte_key) AND md5(l.method_key) = md5(t.method_key)`);
    for (const row of rows) known.set(keyOf(row), row.id);
  };
  await find();
  const missing = distinct.filter((name) => !known.has(keyOf(name)));
  if (missing.length > 0) {
    await tx.execute(sql`
      INSERT INTO dossier_line (analyte_key, method_key, analyte, method)
      SELECT analyte_key, method_key, analyte, method FROM jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
        AS t (analyte_key text, method_key text, analyte text, method text)
      ON CONFLICT DO NOTHING`);
    await find();
  }
  return (name) => {
    const id = known.get(keyOf(name));
    if (id === undefined) throw new Error(`the line ${keyOf(name)} has no number`);
    return id;
  };
}

/** Adds these changes to what is counted; what comes to nothing is no row. Rows are locked in the order in which they come. */
export async function addCounts(tx: Tx, { counts, figures }: Counts): Promise<void> {
  await addTo(tx, 'dossier_count', 'what', 'text', counts);
  await addTo(tx, 'dossier_figure', 'value', 'float8', figures);
}

async function addTo(
  tx: Tx,
  table: 'dossier_count' | 'dossier_figure',
  column: 'what' | 'value',
  type: 'text' | 'float8',
  rows: (Count | Figure)[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map((row, place) => ({ ...row, place })));
  const names = sql.raw(`kind, subject_id, line, ${column}`);
  const changes = sql`jsonb_to_recordset(${given}::jsonb) AS t (kind text, subject_id text, line int, ${sql.raw(column)} ${sql.raw(type)}, n int, place int)`;
  // First those that become more, which may not be there yet; then those that become less, which are there.
  await tx.execute(sql`
    INSERT INTO ${sql.raw(table)} AS c (${names}, n)
    SELECT ${names}, n FROM ${changes} WHERE n > 0 ORDER BY place
    ON CONFLICT (${names}) DO UPDATE SET n = c.n + excluded.n`);
  if (rows.every(({ n }) => n > 0)) return;
  const same = sql.raw(
    ['kind', 'subject_id', 'line', column].map((name) => `c.${name} = less.${name}`).join(' AND '),
  );
  await tx.execute(sql`
    WITH less AS MATERIALIZED (SELECT * FROM ${changes} WHERE n < 0),
    locked AS MATERIALIZED (
      SELECT c.*, less.n AS change FROM ${sql.raw(table)} c JOIN less ON ${same} ORDER BY place FOR UPDATE OF c
    ), gone AS (
      DELETE FROM ${sql.raw(table)} c USING locked less WHERE ${same} AND c.n + less.change = 0
    )
    UPDATE ${sql.raw(table)} c SET n = c.n + less.change FROM locked less WHERE ${same} AND c.n + less.change <> 0`);
}

/** Empties what is counted; the numbers of the lines stay. */
export async function clearCounted(tx: Tx): Promise<void> {
  for (const table of ['dossier_count', 'dossier_figure', 'dossier_value', 'dossier_test']) {
    await tx.execute(sql.raw(`DELETE FROM ${table}`));
  }
}

/** The units after `after`, in their order. */
export async function nextUnits(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ unit: string }>(sql`
    SELECT DISTINCT unit FROM dossier_test WHERE unit > ${after} ORDER BY unit LIMIT ${limit}`);
  return rows.map(({ unit }) => unit);
}

/** Ids of requests that were taken in, after `after`, in their order. */
export async function nextTakenIn(tx: Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM test_request WHERE id > ${after}::uuid AND received_at IS NOT NULL ORDER BY id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Requests that should be counted otherwise than they are, by their state and publication, after `after` in their order. */
export async function listUncounted(pool: pg.Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT r.id FROM test_request r
     LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'
     LEFT JOIN dossier_test d ON d.request_id = r.id
     WHERE r.id > $1 AND r.received_at IS NOT NULL AND CASE r.visibility
       WHEN 'public' THEN d.request_id IS NULL OR d.state = 'withheld'
         OR d.published_at IS DISTINCT FROM date_trunc('milliseconds', v.published_at)
       ELSE d.state <> 'withheld' OR d.superseded + d.retracted > 0 END
     ORDER BY r.id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}
