import type { RequestStatus } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import type { Measurement } from '@vialproof/contract/results';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from '../../platform/postgres/database.ts';
import { DRAWN_NOW } from './rules/trace-path.ts';

/** A paid or received order with its data from other modules. Times are in ms since 1970. */
export type Source = {
  request_id: string;
  task_number: number;
  customer_id: string;
  status: RequestStatus;
  /** Whether the public list contains the order. */
  is_listed: boolean;
  visibility: Visibility;
  /** Whether the test was public or private when its sample arrived. */
  registered_as: Visibility;
  /** Whether the test was made private, and public again after its result. */
  opened_again: boolean;
  sku_id: string;
  sku_name: string;
  sku_description: string;
  includes_sterility: boolean;
  compound_name: string | null;
  manufacturer: string | null;
  batch_code: string | null;
  dosage_text: string | null;
  received_ms: number | null;
  /** The last day of the promised turnaround. */
  due_on: string | null;
  /** When the first result was published; null without one. */
  done_ms: number | null;
  superseded: number;
  retracted: number;
  /** When the public data last changed. */
  at_ms: number | null;
  /** The present result of a public request. */
  result: SourceResult | null;
  /** The small drawing of the chromatogram. Null if it must be drawn in the present form. */
  thumbnail: string | null;
  /** The result whose chromatogram is not drawn yet. */
  undrawn_revision_id: string | null;
};

export type SourceResult = {
  title: string;
  summary: string;
  measurements: Measurement[];
  revision: number;
  published_ms: number;
  attachments: string[];
  /** Whether a person moved the peaks. */
  is_manual: boolean;
};

const ms = (column: string) => sql.raw(`floor(extract(epoch FROM ${column}) * 1000)::float8`);
/** The statuses that the list shows. */
const LISTED_STATES = "('paid', 'awaiting_sample', 'received', 'complete')";
const LISTED = sql.raw(LISTED_STATES);

/** Which of these orders have public rows, or should have them. */
export async function concernedAmong(tx: Tx, requestIds: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT r.id FROM test_request r
    LEFT JOIN public_test t ON t.request_id = r.id LEFT JOIN counted_test c ON c.request_id = r.id
    WHERE r.id = ANY (${sql.param(requestIds)}::uuid[])
      AND (t.request_id IS NOT NULL OR c.request_id IS NOT NULL OR r.received_at IS NOT NULL OR r.status IN ${LISTED})
    ORDER BY r.id`);
  return rows.map(({ id }) => id);
}

/** These orders with all their data. The result of a private one gives only a time. */
export async function readSources(tx: Tx, requestIds: string[]): Promise<Source[]> {
  const { rows } = await tx.execute<Source>(sql`
    SELECT r.id AS request_id, r.task_number::int AS task_number, r.customer_id, r.status,
      r.status IN ${LISTED} AS is_listed, r.visibility, coalesce(g.visibility, r.visibility) AS registered_as,
      r.visibility = 'public' AND g.withdrawn_at IS NOT NULL AS opened_again,
      s.id AS sku_id, s.name AS sku_name, s.description AS sku_description, s.includes_sterility,
      r.compound_name, r.manufacturer, r.batch_code, r.dosage_text,
      ${ms('r.received_at')} AS received_ms, r.due_on::text AS due_on,
      ${ms('least(r.completed_at, past.published_at)')} AS done_ms,
      CASE r.visibility WHEN 'public' THEN past.superseded ELSE 0 END AS superseded,
      CASE r.visibility WHEN 'public' THEN past.retracted ELSE 0 END AS retracted,
      CASE WHEN r.received_at IS NOT NULL THEN ${ms(`greatest(coalesce(g.at, r.received_at), g.withdrawn_at, v.published_at,
        CASE r.visibility WHEN 'public' THEN opened.at END, CASE r.visibility WHEN 'public' THEN past.retracted_at END)`)} END AS at_ms,
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('title', v.title, 'summary', v.summary,
        'measurements', v.measurements, 'revision', v.revision, 'published_ms', ${ms('v.published_at')},
        'attachments', (SELECT coalesce(jsonb_agg(a.id ORDER BY a.uploaded_at, a.id), '[]')
                        FROM result_attachment a WHERE a.revision_id = v.id),
        'is_manual', EXISTS (SELECT FROM chromatogram c WHERE c.revision_id = v.id AND c.reason IS NOT NULL)) END AS result,
      drawn.thumbnail,
      CASE WHEN drawn.thumbnail IS NULL THEN (SELECT c.revision_id FROM chromatogram c WHERE c.revision_id = v.id) END
        AS undrawn_revision_id
    FROM test_request r JOIN sku s ON s.id = r.sku_id
    LEFT JOIN registration g ON g.request_id = r.id
    LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published' AND r.visibility = 'public'
    LEFT JOIN LATERAL (
      SELECT t.body ->> 'thumbnail' AS thumbnail FROM public_test t
      WHERE t.request_id = r.id AND (t.body #>> '{result,revision}')::int = v.revision
        AND starts_with(t.body ->> 'thumbnail', ${DRAWN_NOW})) drawn ON true
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'superseded')::int AS superseded,
        count(*) FILTER (WHERE state = 'retracted')::int AS retracted, max(retracted_at) AS retracted_at,
        min(published_at) AS published_at
      FROM result_revision WHERE request_id = r.id AND state IN ('superseded', 'retracted')) past
    CROSS JOIN LATERAL (
      SELECT max(at) AS at FROM request_event WHERE request_id = r.id AND kind = 'made_public') opened
    WHERE r.id = ANY (${sql.param(requestIds)}::uuid[]) AND (r.received_at IS NOT NULL OR r.status IN ${LISTED})
    ORDER BY r.id`);
  return rows;
}

/** The orders of one test of the price list, a page after the id `after`. */
export const requestIdsOfSku = (pool: pg.Pool, skuId: string, after: string, limit: number) =>
  idsOf(pool, 'SELECT id FROM test_request WHERE sku_id = $3 AND id > $1 ORDER BY id LIMIT $2', [
    after,
    limit,
    skuId,
  ]);

/** The orders that have public rows or should have them, a page after the id `after`. */
export const requestIdsAfter = (pool: pg.Pool, after: string, limit: number) =>
  idsOf(
    pool,
    `SELECT id FROM (
       (SELECT id FROM test_request WHERE id > $1
          AND (received_at IS NOT NULL OR status IN ${LISTED_STATES})
        ORDER BY id LIMIT $2)
       UNION (SELECT request_id FROM public_test WHERE request_id > $1 ORDER BY request_id LIMIT $2)
       UNION (SELECT request_id FROM counted_test WHERE request_id > $1 ORDER BY request_id LIMIT $2)) AS known
     ORDER BY id LIMIT $2`,
    [after, limit],
  );

/** The orders without public rows, or with an old drawing, a page after the id `after`. */
export const unprojectedRequestIds = (pool: pg.Pool, after: string, limit: number) =>
  idsOf(
    pool,
    `SELECT r.id FROM test_request r
     LEFT JOIN public_test t ON t.request_id = r.id LEFT JOIN sample_turnaround s ON s.request_id = r.id
     WHERE r.id > $1 AND (r.status IN ${LISTED_STATES} AND t.request_id IS NULL
       OR r.received_at IS NOT NULL AND s.request_id IS NULL
       OR NOT starts_with(t.body ->> 'thumbnail', $3))
     ORDER BY r.id LIMIT $2`,
    [after, limit, DRAWN_NOW],
  );

/** One sentence for each order that the public list shows wrongly. At most `most`. */
export async function listAmiss(pool: pg.Pool, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(
    `SELECT CASE WHEN t.request_id IS NULL THEN 'The public list lacks task ' || r.task_number || '.'
         WHEN r.status NOT IN ${LISTED_STATES}
           THEN 'The public list holds task ' || r.task_number || ', which is ' || r.status || '.'
         ELSE 'The public list shows task ' || r.task_number || ' otherwise than it is.' END AS fault
     FROM test_request r LEFT JOIN public_test t ON t.request_id = r.id
       LEFT JOIN result_revision v ON v.request_id = r.id AND v.state = 'published' AND r.visibility = 'public'
     WHERE (r.status IN ${LISTED_STATES}) <> (t.request_id IS NOT NULL)
       OR t.is_public <> (r.visibility = 'public')
       OR t.request_id IS NOT NULL AND t.published_at IS DISTINCT FROM date_trunc('milliseconds', v.published_at)
     ORDER BY r.task_number LIMIT $1`,
    [most],
  );
  return rows.map(({ fault }) => fault);
}

async function idsOf(pool: pg.Pool, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}
