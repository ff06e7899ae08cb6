import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../postgres/database.ts';
import { DEAD_LETTERS } from './job-queues.ts';

export type FailedJob = {
  id: string;
  /** The queue in which it failed. */
  queue: string;
  /** Whether the job stays until an admin decides. */
  isKept: boolean;
  failed_at: string;
  tries: number;
  error: string | null;
};

// The table belongs to pg-boss. A durable job that failed for good is in it twice.
const isFailed = sql`((name = ${DEAD_LETTERS} AND state = 'created')
  OR (state = 'failed' AND dead_letter IS NULL AND name <> ${DEAD_LETTERS}))`;
const queue = sql`coalesce(CASE WHEN name = ${DEAD_LETTERS} THEN source_name END, name)`;

/** Jobs that failed for good, oldest first. */
export async function listFailedJobs(
  db: Queryable,
  { id, limit }: { id?: string; limit: number },
): Promise<FailedJob[]> {
  const condition: SQL = id === undefined ? isFailed : sql`${isFailed} AND id = ${id}::uuid`;
  const { rows } = await db.execute<FailedJob>(sql`
    SELECT id, ${queue} AS queue, name = ${DEAD_LETTERS} AS "isKept",
      to_char(coalesce(completed_on, created_on) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS failed_at,
      coalesce(source_retry_count, retry_count) + 1 AS tries,
      left(coalesce(source_output, output)->>'message', 300) AS error
    FROM pgboss.job WHERE ${condition} ORDER BY coalesce(completed_on, created_on), id LIMIT ${limit}`);
  return rows;
}

export async function countFailedJobs(db: Queryable): Promise<{ queue: string; count: number }[]> {
  const { rows } = await db.execute<{ queue: string; count: number }>(
    sql`SELECT ${queue} AS queue, count(*)::int AS count FROM pgboss.job WHERE ${isFailed} GROUP BY 1`,
  );
  return rows;
}

/** How many jobs wait and run in each queue. */
export async function countJobs(
  db: Queryable,
): Promise<{ queue: string; waiting: number; active: number }[]> {
  const { rows } = await db.execute<{ queue: string; waiting: number; active: number }>(sql`
    SELECT q.name AS queue, count(j.id) FILTER (WHERE j.state < 'active')::int AS waiting,
      count(j.id) FILTER (WHERE j.state = 'active')::int AS active
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'completed'
    WHERE q.name <> ${DEAD_LETTERS} AND q.name NOT LIKE '\\_\\_pgboss\\_\\_%' GROUP BY q.name ORDER BY q.name`);
  return rows;
}

export async function deleteFailedJob(db: Queryable, id: string): Promise<void> {
  await db.execute(sql`DELETE FROM pgboss.job WHERE id = ${id}::uuid AND ${isFailed}`);
}
