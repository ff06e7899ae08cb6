import type pg from 'pg';

/** The time at which the demo year ends; null without a demo. Older samples belong to the demo. */
export async function findDemoEnd(pool: Pick<pg.Pool, 'query'>): Promise<Date | null> {
  const { rows } = await pool.query<{ ends_at: Date }>('SELECT ends_at FROM demo_year');
  return rows[0]?.ends_at ?? null;
}
