import type pg from 'pg';
import type { App } from '../../src/app/create-app.ts';

/** When the year ends that is yet to be laid out, or to be finished; null when there is none. */
export async function yearDue(client: pg.PoolClient, now: Date): Promise<Date | null> {
  const { rows } = await client.query<{ ends_at: Date; finished_at: Date | null }>(
    `WITH begun AS (
       INSERT INTO demo_year (ends_at) SELECT $1::timestamptz WHERE NOT EXISTS (SELECT 1 FROM test_request)
       ON CONFLICT (one) DO NOTHING RETURNING ends_at, finished_at)
     SELECT ends_at, finished_at FROM begun UNION ALL SELECT ends_at, finished_at FROM demo_year`,
    [now],
  );
  const [year] = rows;
  return year && !year.finished_at ? year.ends_at : null;
}

/** How far in its own time a start came that was cut off; null when nothing was ordered yet. */
export async function lastMoment(client: pg.PoolClient): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `SELECT greatest(
       (SELECT max(at) FROM audit_entry WHERE subject_id IN (SELECT id FROM test_request)),
       (SELECT max(at) FROM group_event, demo_year WHERE at >= ends_at)) AS at`,
  );
  return rows[0]?.at ?? null;
}

/**
 * Does what a process was at when it was killed: nobody else looks after that before the year is finished, no clock passes at
 * which it would be looked for, and the steps that follow stand on it.
 */
export async function takeUpAgain(client: pg.PoolClient, { platform }: App): Promise<void> {
  await client.query(
    `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state IN ('active', 'retry')`,
  );
  await platform.jobs.drain();
}
