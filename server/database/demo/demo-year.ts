import type pg from 'pg';

/**
 * The end of the demo year; null without a demo. Samples received before it belong to the demo, not to the laboratory.
 */
export async function findDemoEnd(pool: Pick<pg.Pool, 'query'>): Promise<Date | null> {
  const { rows } = await pool.query<{ ends_at: Date }>('SELECT ends_at FROM demo_year');
  return rows[0]?.ends_at ?? null;
}
