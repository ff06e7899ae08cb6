import type pg from 'pg';

/** Published public results of one stretch of task numbers. */
export type Block = { block: number; tests: number; changedAt: Date };
export type Published = { requestId: string; publishedAt: Date };

/** How many published public results there are in each `size` task numbers, and when the latest of them came. */
export async function readBlocks(pool: pg.Pool, size: number): Promise<Block[]> {
  const { rows } = await pool.query<{ block: number; tests: number; changed_at: Date }>(
    `SELECT (task_number / $1)::int AS block, count(*)::int AS tests, max(published_at) AS changed_at
     FROM public_test WHERE is_public AND published_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [size],
  );
  return rows.map(({ block, tests, changed_at: changedAt }) => ({ block, tests, changedAt }));
}

/** The results of one of these blocks; of all of them without `block`. */
export async function publishedIn(pool: pg.Pool, size: number, block?: number): Promise<Published[]> {
  const [from, to] =
    block === undefined ? [0, Number.MAX_SAFE_INTEGER] : [block * size, (block + 1) * size - 1];
  const { rows } = await pool.query<{ request_id: string; published_at: Date }>(
    `SELECT request_id, published_at FROM public_test
     WHERE task_number BETWEEN $1 AND $2 AND is_public AND published_at IS NOT NULL ORDER BY task_number`,
    [from, to],
  );
  return rows.map((row) => ({ requestId: row.request_id, publishedAt: row.published_at }));
}
