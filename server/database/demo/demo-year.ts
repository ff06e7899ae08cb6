import type pg from 'pg';

/** When the year of demo tests ends: samples received before are none of the laboratory's own. Null without a demo. */
export async function findDemoEnd(pool: Pick<pg.Pool, 'query'>): Promise<Date | null> {
  const { rows } = await pool.query<{ ends_at: Date }>('SELECT ends_at FROM demo_year');
  return rows[0]?.ends_at ?? null;
}
