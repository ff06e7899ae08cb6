import type { ListedTest } from '@vialproof/contract/tests';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import type { ListedRow } from './list.store.ts';

export type PublishedAt = { requestId: string; publishedAt: Date };

/** One test of the list; of a private one only public data. */
export async function findRow(
  db: Queryable,
  requestId: string,
): Promise<(ListedRow & { is_public: boolean }) | undefined> {
  const { rows } = await db.execute<ListedRow & { is_public: boolean }>(
    sql`SELECT body, is_public, compound_id, maker_id FROM public_test WHERE request_id = ${requestId}`,
  );
  return rows[0];
}

/** The public test with this task number. */
export async function findPublicTask(db: Queryable, taskNumber: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ request_id: string }>(
    sql`SELECT request_id FROM public_test WHERE task_number = ${taskNumber} AND is_public`,
  );
  return rows[0]?.request_id;
}

/** Which of these orders are public, the newest first. */
export async function listPublic(db: Queryable, requestIds: string[]): Promise<ListedRow[]> {
  if (requestIds.length === 0) return [];
  const { rows } = await db.execute<ListedRow>(sql`
    SELECT body, compound_id, maker_id FROM public_test WHERE request_id = ANY (${sql.param(requestIds)}::uuid[]) AND is_public
    ORDER BY published_at DESC NULLS LAST, task_number DESC`);
  return rows;
}

const PUBLISHED = sql`is_public AND published_at IS NOT NULL`;

/** How many public tests have a result, up to `limit`. */
export async function countPublishedUpTo(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM (
      SELECT FROM public_test WHERE ${PUBLISHED} ORDER BY published_at DESC LIMIT ${limit}) newest`);
  return rows[0]?.n ?? 0;
}

/** The newest public tests with a result, newest first. */
export async function newestIds(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT request_id FROM public_test WHERE ${PUBLISHED} ORDER BY published_at DESC, task_number DESC LIMIT ${limit}`);
  return rows.map(({ request_id }) => request_id);
}

/** The newest test with a chromatogram, among the thousand newest. */
export async function findNewestTraced(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.execute<{ request_id: string }>(sql`
    SELECT request_id FROM (
      SELECT request_id, published_at, task_number, body FROM public_test
      WHERE ${PUBLISHED} ORDER BY published_at DESC, task_number DESC LIMIT 1000) newest
    WHERE body ->> 'thumbnail' IS NOT NULL ORDER BY published_at DESC, task_number DESC LIMIT 1`);
  return rows[0]?.request_id;
}

/** How many task numbers one group has. */
export const BLOCK_SIZE = 10_000;
export type Block = { block: number; changedAt: Date };

/** The groups of task numbers that have results, each with its newest time. */
export async function readBlocks(db: Queryable): Promise<Block[]> {
  const newestOf = (after: ReturnType<typeof sql>) => sql`
    SELECT task_number / 10000 AS block, published_at FROM public_test WHERE ${PUBLISHED} ${after}
    ORDER BY task_number / 10000, published_at DESC LIMIT 1`;
  const { rows } = await db.execute<{ block: number; changed_ms: number }>(sql`
    WITH RECURSIVE part AS (
      (${newestOf(sql``)})
      UNION ALL
      SELECT next.* FROM part, LATERAL (${newestOf(sql`AND task_number / 10000 > part.block`)}) AS next
    )
    SELECT block::int, floor(extract(epoch FROM published_at) * 1000)::float8 AS changed_ms FROM part`);
  return rows.map(({ block, changed_ms }) => ({ block, changedAt: new Date(changed_ms) }));
}

/** The published results of one group of task numbers, or all. */
export async function listPublishedIn(db: Queryable, block?: number): Promise<PublishedAt[]> {
  const [from, to] =
    block === undefined ? [0, Number.MAX_SAFE_INTEGER] : [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE - 1];
  const { rows } = await db.execute<{ request_id: string; published_ms: number }>(sql`
    SELECT request_id, floor(extract(epoch FROM published_at) * 1000)::float8 AS published_ms FROM public_test
    WHERE task_number BETWEEN ${from} AND ${to} AND ${PUBLISHED} ORDER BY task_number`);
  return rows.map((row) => ({ requestId: row.request_id, publishedAt: new Date(row.published_ms) }));
}

/** A page of the public rows after the id `after`. */
export async function listRowsAfter(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ request_id: string; body: ListedTest; purity: number | null }[]> {
  const { rows } = await db.execute<{ request_id: string; body: ListedTest; purity: number | null }>(sql`
    SELECT request_id, body, purity FROM public_test WHERE is_public AND request_id > ${after} ORDER BY request_id LIMIT ${limit}`);
  return rows;
}

/** How many samples of a product were received and finished on the same days. */
export type SampleCount = {
  sku_id: string;
  received_on: string;
  /** The day of the first publication; null without one. */
  done_on: string | null;
  is_demo: boolean;
  n: number;
};
export type PromiseCount = { n_due: number; n_kept: number; is_demo: boolean };

const isDemo = (demoEnd: Date | null) => sql`received_at < coalesce(${demoEnd}::timestamptz, '-infinity')`;
const day = (column: string) => sql.raw(`(${column} AT TIME ZONE 'UTC')::date`);

/**
 * How many samples were received since `since`, for each product and number of days. Samples before `demoEnd` are demo
 * data.
 */
export async function countSamples(db: Queryable, since: Date, demoEnd: Date | null): Promise<SampleCount[]> {
  const { rows } = await db.execute<SampleCount>(sql`
    SELECT sku_id, ${day('received_at')}::text AS received_on, ${day('done_at')}::text AS done_on, ${isDemo(demoEnd)} AS is_demo,
      count(*)::int AS n
    FROM sample_turnaround WHERE received_at >= ${since} GROUP BY 1, 2, 3, 4`);
  return rows;
}

/** How many promised days ended before `today`, and how many of them were kept. */
export async function countPromises(
  db: Queryable,
  { since, today, demoEnd }: { since: Date; today: string; demoEnd: Date | null },
): Promise<PromiseCount> {
  const { rows } = await db.execute<PromiseCount>(sql`
    SELECT count(*)::int AS n_due, (count(*) FILTER (WHERE ${day('done_at')} <= due_on))::int AS n_kept,
      coalesce(bool_or(${isDemo(demoEnd)}), false) AS is_demo
    FROM sample_turnaround WHERE received_at >= ${since} AND due_on < ${today}::date`);
  return rows[0] ?? { n_due: 0, n_kept: 0, is_demo: false };
}
