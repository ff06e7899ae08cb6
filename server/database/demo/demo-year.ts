import type pg from 'pg';

/** When the demo data of a year end. Null without demo data. Older samples are demo data. */
export async function findDemoEnd(pool: Pick<pg.Pool, 'query'>): Promise<Date | null> {
  const { rows } = await pool.query<{ ends_at: Date }>('SELECT ends_at FROM demo_year');
  return rows[0]?.ends_at ?? null;
}
