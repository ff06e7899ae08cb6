import type pg from 'pg';

/** Samples of one test that came on the same day and were done on the same day; days are 'YYYY-MM-DD' in UTC. */
export type SampleCount = {
  family: string;
  received_on: string;
  /** The day of the first publication; null while there was none. */
  done_on: string | null;
  is_demo: boolean;
  n: number;
};

export type PromiseCount = { n_due: number; n_kept: number; is_demo: boolean };

/**
 * Every sample that was received from `$1` on, whatever its visibility and however it stands now: a refused vial has no
 * receipt. Only the first publication ends a sample. A completed order has the moment of its first publication, or after a
 * withdrawal that of the next; what was published before is an amended or a withdrawn revision.
 */
const SAMPLES = `
  SELECT r.sku_id, (r.received_at AT TIME ZONE 'UTC')::date AS received_on, r.due_on,
    (least(r.completed_at, earlier.at) AT TIME ZONE 'UTC')::date AS done_on,
    r.received_at < coalesce((SELECT ends_at FROM demo_year), '-infinity') AS is_demo
  FROM test_request r
  LEFT JOIN (
    SELECT request_id, min(published_at) AS at FROM result_revision
    WHERE state IN ('superseded', 'retracted') GROUP BY request_id) earlier ON earlier.request_id = r.id
  WHERE r.received_at >= $1`;

/** The samples received since `since`, counted by family and days. */
export async function countSamples(pool: pg.Pool, since: Date): Promise<SampleCount[]> {
  const { rows } = await pool.query<SampleCount>({
    name: 'turnaround_samples',
    text: `
      SELECT sku.family, c.received_on::text, c.done_on::text, c.is_demo, sum(c.n)::int AS n
      FROM (SELECT sku_id, received_on, done_on, is_demo, count(*) AS n FROM (${SAMPLES}) s
            GROUP BY sku_id, received_on, done_on, is_demo) c
      JOIN sku ON sku.id = c.sku_id
      GROUP BY sku.family, c.received_on, c.done_on, c.is_demo`,
    values: [since],
  });
  return rows;
}

/** The promises given to samples received since `since` whose day is before `today` ('YYYY-MM-DD'), and how many were kept. */
export async function countPromises(pool: pg.Pool, since: Date, today: string): Promise<PromiseCount> {
  const { rows } = await pool.query<PromiseCount>({
    name: 'turnaround_promises',
    text: `
      SELECT count(*)::int AS n_due, (count(*) FILTER (WHERE done_on <= due_on))::int AS n_kept,
        coalesce(bool_or(is_demo), false) AS is_demo
      FROM (${SAMPLES}) s WHERE due_on < $2::date`,
    values: [since, today],
  });
  return rows[0] ?? { n_due: 0, n_kept: 0, is_demo: false };
}
