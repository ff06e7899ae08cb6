import type pg from 'pg';

/** Published public results of one stretch of so many task numbers, as the index public_test_map has them. */
export const BLOCK_SIZE = 10_000;
export type Block = { block: number; changedAt: Date };
export type Published = { requestId: string; publishedAt: Date };

/** The blocks that hold results, and when the latest of each came. Hops from one to the next: a million results are a hundred hops. */
export async function readBlocks(pool: pg.Pool): Promise<Block[]> {
  const newestOf = (where: string) => `
    SELECT task_number / 10000 AS block, published_at FROM public_test
    WHERE is_public AND published_at IS NOT NULL ${where}
    ORDER BY task_number / 10000, published_at DESC LIMIT 1`;
  const { rows } = await pool.query<{ block: number; published_at: Date }>(`
    WITH RECURSIVE part AS (
      (${newestOf('')})
      UNION ALL
      SELECT next.* FROM part, LATERAL (${newestOf('AND task_number / 10000 > part.block')}) AS next
    )
    SELECT block::int, published_at FROM part`);
  return rows.map(({ block, published_at: changedAt }) => ({ block, changedAt }));
}

/** Published public results as the list has them, each the JSON of a ListedTest, newest first. */
export async function bodiesOf(pool: pg.Pool, requestIds: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ body: string }>(
    `SELECT body FROM public_test WHERE request_id = ANY ($1::uuid[]) AND is_public AND published_at IS NOT NULL
     ORDER BY published_at DESC, task_number DESC`,
    [requestIds],
  );
  return rows.map(({ body }) => body);
}

/** Whether there are more published public results than `count`. */
export async function hasMoreThan(pool: pg.Pool, count: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM public_test WHERE is_public AND published_at IS NOT NULL LIMIT $1',
    [count + 1],
  );
  return rowCount === count + 1;
}

/** The results of one of these blocks; of all of them without `block`. */
export async function publishedIn(pool: pg.Pool, block?: number): Promise<Published[]> {
  const [from, to] =
    block === undefined ? [0, Number.MAX_SAFE_INTEGER] : [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE - 1];
  const { rows } = await pool.query<{ request_id: string; published_at: Date }>(
    `SELECT request_id, published_at FROM public_test
     WHERE task_number BETWEEN $1 AND $2 AND is_public AND published_at IS NOT NULL ORDER BY task_number`,
    [from, to],
  );
  return rows.map((row) => ({ requestId: row.request_id, publishedAt: row.published_at }));
}
