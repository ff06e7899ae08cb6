import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type { Measurement } from '@vialproof/contract/results';
import type { TestsVerdict } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable, Tx } from '../../platform/database.ts';
import { nearOf, startsOf } from './search.rules.ts';

/** A request that is paid or later, with its SKU and current result, as the base tables have it now. */
export type Source = {
  id: string;
  task_number: string;
  status: RequestStatus;
  visibility: Visibility;
  compound_name: string | null;
  manufacturer: string | null;
  batch_code: string | null;
  dosage_text: string | null;
  sku_name: string;
  sku_description: string;
  includes_sterility: boolean;
  result: {
    title: string;
    summary: string;
    measurements: Measurement[];
    revision: number;
    /** Milliseconds since 1970. */
    published_ms: number;
    attachments: string[];
    /** A person moved the limits of its peaks. */
    is_manual: boolean;
  } | null;
  /** Of the current revision, whose trace never changes: as the list already has it; null where it has none. */
  thumbnail: string | null;
  /** The current revision, when it has a trace that the list has not drawn yet. */
  undrawn_revision_id: string | null;
};

export type Named = { slug: string; name: string };

export type ListRow = {
  taskNumber: number;
  requestId: string;
  isPublic: boolean;
  includesSterility: boolean;
  /** What it is found by, folded, one a line. */
  subject: string;
  maker: string;
  codes: string;
  /** Letters and digits of the batch. */
  batch: string | null;
  publishedAt: string | null;
  /** What it can be narrowed to, and sorted by; of a private test nothing. */
  compound: Named | null;
  madeBy: Named | null;
  verdict: TestsVerdict | null;
  year: number | null;
  tested: Named[];
  purity: number | null;
  deviation: number | null;
  body: string;
};

/** Those of these requests that are paid or later, or stand in the list. */
export async function listedAmong(tx: Tx, requestIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT r.id FROM test_request r LEFT JOIN public_test t ON t.request_id = r.id
    WHERE r.id = ANY (${sql.param(requestIds)}::uuid[])
      AND (t.request_id IS NOT NULL OR r.status IN ('paid', 'awaiting_sample', 'received', 'complete'))
    ORDER BY r.id`);
  return rows.map(({ id }) => id);
}

/** The request as the list shows it, from the tables of orders, catalog and results, because the list is a view of them. */
export async function findSource(tx: Tx, requestId: string): Promise<Source | undefined> {
  const { rows } = await tx.execute<Source>(sql`
    SELECT r.id, r.task_number, r.status, r.visibility, r.compound_name, r.manufacturer, r.batch_code, r.dosage_text,
      s.name AS sku_name, s.description AS sku_description, s.includes_sterility,
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('title', v.title, 'summary', v.summary,
        'measurements', v.measurements, 'revision', v.revision,
        'published_ms', floor(extract(epoch FROM v.published_at) * 1000),
        'attachments', (SELECT coalesce(jsonb_agg(a.id ORDER BY a.uploaded_at, a.id), '[]')
                        FROM result_attachment a WHERE a.revision_id = v.id),
        'is_manual', EXISTS (SELECT FROM chromatogram c WHERE c.revision_id = v.id AND c.reason IS NOT NULL)) END AS result,
      drawn.thumbnail,
      CASE WHEN drawn.thumbnail IS NULL THEN (SELECT c.revision_id FROM chromatogram c WHERE c.revision_id = v.id) END
        AS undrawn_revision_id
    FROM test_request r JOIN sku s ON s.id = r.sku_id
    LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published'
    LEFT JOIN LATERAL (
      SELECT listed ->> 'thumbnail' AS thumbnail FROM (SELECT body::jsonb AS listed FROM public_test t WHERE t.request_id = r.id) t
      WHERE (listed #>> '{result,revision}')::int = v.revision) drawn ON true
    WHERE r.id = ${requestId} AND r.status IN ('paid', 'awaiting_sample', 'received', 'complete')`);
  return rows[0];
}

/** The phrase's id; made when absent, and locked so that it is not forgotten before its row is in. */
async function phraseId(tx: Tx, row: ListRow, field: 'subject' | 'maker'): Promise<number | null> {
  const words = row[field];
  if (words === '') return null;
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO public_test_phrase AS p (field, is_public, includes_sterility, words, starts, near)
    VALUES (${field}, ${row.isPublic}, ${row.includesSterility}, ${words}, ${startsOf(words)}, ${sql.param(nearOf(words))})
    ON CONFLICT (md5(words), field, is_public, includes_sterility)
      DO UPDATE SET starts = excluded.starts, near = excluded.near
    RETURNING id`);
  return rows[0]?.id ?? null;
}

/** The id of what lists are narrowed to; made when absent, and called as it is now. An analyte keeps its first spelling. */
async function valueId(tx: Tx, facet: 'compound' | 'maker' | 'tested', named: Named): Promise<number> {
  const { slug, name } = named;
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH known AS (
      SELECT id FROM public_test_value
      WHERE facet = ${facet} AND value = ${slug} AND (label = ${name} OR ${facet === 'tested'})
    ), made AS (
      INSERT INTO public_test_value (facet, value, label)
      SELECT ${facet}, ${slug}, ${name} WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (facet, value) DO UPDATE SET label = excluded.label RETURNING id
    )
    SELECT id FROM known UNION ALL SELECT id FROM made`);
  const [row] = rows;
  if (!row) throw new Error(`the value ${slug} was neither there nor made`);
  return row.id;
}

/** The kind's id; made when absent, and locked so that it is not forgotten before its row is in. */
async function kindId(tx: Tx, row: ListRow, subjectId: number | null, makerPhraseId: number | null) {
  const { compound, madeBy, verdict, year, isPublic, includesSterility } = row;
  const compoundId = compound && (await valueId(tx, 'compound', compound));
  const makerId = madeBy && (await valueId(tx, 'maker', madeBy));
  const tested: number[] = [];
  for (const analyte of row.tested) tested.push(await valueId(tx, 'tested', analyte));
  tested.sort((a, b) => a - b);
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO public_test_kind AS k (subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested,
      is_public, includes_sterility)
    VALUES (${subjectId}, ${makerPhraseId}, ${compoundId}, ${makerId}, ${verdict}, ${year}, ${sql.param(tested)},
      ${isPublic}, ${includesSterility})
    ON CONFLICT (subject_id, maker_phrase_id, compound_id, maker_id, verdict, year, tested, is_public, includes_sterility)
      DO UPDATE SET tests = k.tests
    RETURNING id`);
  return rows[0]?.id ?? null;
}

/** Puts the row into the list or brings it up to date; an equal row stays untouched. Answers whether it changed. */
export async function saveRow(tx: Tx, row: ListRow): Promise<boolean> {
  const subjectId = await phraseId(tx, row, 'subject');
  const makerId = await phraseId(tx, row, 'maker');
  const kind = await kindId(tx, row, subjectId, makerId);
  const { rowCount } = await tx.execute(sql`
    INSERT INTO public_test AS t (task_number, request_id, is_public, includes_sterility, subject_id, maker_id,
      codes, published_at, body, kind_id, batch, purity, deviation, writes)
    VALUES (${row.taskNumber}, ${row.requestId}, ${row.isPublic}, ${row.includesSterility}, ${subjectId},
      ${makerId}, ${row.codes}, ${row.publishedAt}, ${row.body}, ${kind}, ${row.batch}, ${row.purity},
      ${row.deviation}, 1)
    ON CONFLICT (request_id) DO UPDATE SET is_public = excluded.is_public,
      includes_sterility = excluded.includes_sterility, subject_id = excluded.subject_id,
      maker_id = excluded.maker_id, codes = excluded.codes, published_at = excluded.published_at,
      body = excluded.body, kind_id = excluded.kind_id, batch = excluded.batch, purity = excluded.purity,
      deviation = excluded.deviation, writes = t.writes + 1
    WHERE (t.is_public, t.includes_sterility, t.subject_id, t.maker_id, t.codes, t.published_at, t.body, t.kind_id,
        t.batch, t.purity, t.deviation)
      IS DISTINCT FROM (excluded.is_public, excluded.includes_sterility, excluded.subject_id, excluded.maker_id,
        excluded.codes, excluded.published_at, excluded.body, excluded.kind_id, excluded.batch, excluded.purity,
        excluded.deviation)`);
  return rowCount !== 0;
}

/** Answers whether it was there. */
export async function removeRow(tx: Tx, requestId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM public_test WHERE request_id = ${requestId}`);
  return rowCount !== 0;
}

/** Ids of the requests of one SKU after `after`, in their order. */
export async function requestIdsOfSku(
  pool: pg.Pool,
  skuId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM test_request WHERE sku_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [skuId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Ids of the requests whose rows have no kind, or one of which the identity of each compound was a thing of its own that was
 * tested: so former releases sorted. After `after`, in their order.
 */
export async function unsortedRequestIds(pool: pg.Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ request_id: string }>(
    `(SELECT request_id FROM public_test WHERE kind_id IS NULL AND request_id > $1 ORDER BY request_id LIMIT $2)
     UNION
     (SELECT request_id FROM public_test
      WHERE kind_id = ANY (ARRAY(SELECT id FROM public_test_kind WHERE tested && ARRAY(
          SELECT id FROM public_test_value WHERE facet = 'tested' AND value ~ '^identity\\s+as\\s')))
        AND request_id > $1 ORDER BY request_id LIMIT $2)
     ORDER BY request_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ request_id }) => request_id);
}

/** Public rows by the ids of their requests, a page behind `after`, with what they are sorted by. */
export async function listBodiesAfter(
  pool: pg.Pool,
  after: string,
  limit: number,
): Promise<{ request_id: string; body: string; purity: number | null }[]> {
  const { rows } = await pool.query<{ request_id: string; body: string; purity: number | null }>(
    `SELECT request_id, body, purity FROM public_test WHERE is_public AND request_id > $1
     ORDER BY request_id LIMIT $2`,
    [after, limit],
  );
  return rows;
}

export async function findBody(
  pool: pg.Pool,
  requestId: string,
): Promise<{ body: string; isPublic: boolean } | undefined> {
  const { rows } = await pool.query<{ body: string; is_public: boolean }>({
    name: 'listing_body',
    text: 'SELECT body, is_public FROM public_test WHERE request_id = $1',
    values: [requestId],
  });
  const row = rows[0];
  return row && { body: row.body, isPublic: row.is_public };
}

/** The bodies of those of these requests that are public and have a published result, by their ids. */
export async function listPublishedBodies(db: Queryable, requestIds: string[]): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map();
  const { rows } = await db.execute<{ request_id: string; body: string }>(sql`
    SELECT request_id, body FROM public_test
    WHERE request_id = ANY (${sql.param(requestIds)}::uuid[]) AND is_public AND published_at IS NOT NULL`);
  return new Map(rows.map(({ request_id, body }) => [request_id, body]));
}

/** How many public tests have a published result, counted up to `limit`. */
export async function countPublishedUpTo(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM (
      SELECT FROM public_test WHERE is_public AND published_at IS NOT NULL AND stretch >= 0
      ORDER BY stretch DESC LIMIT ${limit}) newest`);
  return rows[0]?.n ?? 0;
}

/** Id of the newest published test with a chromatogram, among the newest thousand; many tests have none. */
export async function findNewestTrace(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ request_id: string }>({
    name: 'listing_newest_trace',
    text: `
      SELECT request_id FROM (
        SELECT request_id, stretch, published_at, task_number FROM public_test
        WHERE is_public ORDER BY stretch DESC, published_at DESC NULLS LAST, task_number DESC LIMIT 1000) newest
      WHERE EXISTS (
        SELECT FROM result_revision v JOIN chromatogram c ON c.revision_id = v.id
        WHERE v.request_id = newest.request_id AND v.state = 'published')
      ORDER BY stretch DESC, published_at DESC NULLS LAST, task_number DESC LIMIT 1`,
  });
  return rows[0]?.request_id;
}
