import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Tx } from '../../platform/postgres/database.ts';
import type { Lookups } from './verification.rules.ts';

/** How often a request was looked up. Counting does not wait for the disk, so a crash may lose some. */
const LOOKUPS = {
  name: 'verification_lookups',
  text: `
    WITH unsynced AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
    counted AS (
      INSERT INTO certificate_lookup AS counter (request_id, day, lookups)
      SELECT $1, $2::date, 1 FROM unsynced WHERE $3::boolean
      ON CONFLICT (request_id, day) DO UPDATE SET lookups = counter.lookups + 1
      RETURNING lookups
    ),
    before AS (
      SELECT day, lookups FROM certificate_lookup WHERE request_id = $1 AND day >= $2::date - 31 AND day < $2::date
    )
    SELECT
      coalesce((SELECT lookups FROM counted),
        (SELECT lookups FROM certificate_lookup WHERE request_id = $1 AND day = $2::date), 0)::int AS today,
      coalesce((SELECT sum(lookups) FROM before WHERE day >= date_trunc('month', $2::date)), 0)::int AS "earlierInMonth",
      coalesce((SELECT sum(lookups) FROM before WHERE day >= $2::date - 30), 0)::int AS "thirtyDaysBefore"`,
};

/** How often a request was looked up. `counts` adds one to `day`. */
export async function countLookup(
  pool: pg.Pool,
  { requestId, day, counts }: { requestId: string; day: string; counts: boolean },
): Promise<Lookups> {
  const { rows } = await pool.query<Lookups>({ ...LOOKUPS, values: [requestId, day, counts] });
  const [row] = rows;
  if (!row) throw new Error('lookups were not counted');
  return row;
}

/** Reserves the mail that says that the test was looked up very often. False if it was reserved before. */
export async function takeLookupMail(
  tx: Tx,
  { requestId, now, since }: { requestId: string; now: Date; since: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    INSERT INTO certificate_lookup_mail AS mail (request_id, told_at) VALUES (${requestId}, ${now})
    ON CONFLICT (request_id) DO UPDATE SET told_at = excluded.told_at WHERE mail.told_at <= ${since}
    RETURNING request_id`);
  return rows.length > 0;
}

export type ComparedValue = { line: string; value: string };

/**
 * Adds these values to those compared today. Returns the largest numbers of different values of a line: from this
 * address, from all, and this month. Locks the request.
 */
export async function addCompared(
  tx: Tx,
  {
    requestId,
    day,
    place,
    values,
  }: { requestId: string; day: string; place: string; values: ComparedValue[] },
): Promise<{ here: number; inAll: number; inMonth: { before: number; after: number } }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`compare:${requestId}`}, 0))`);
  const given = JSON.stringify(values);
  const before = await countInMonth(tx, day, given);
  await tx.execute(sql`
    INSERT INTO paper_comparison (day, line, place, value)
    SELECT ${day}::date, line, ${place}, value FROM jsonb_to_recordset(${given}::jsonb) AS v(line text, value text)
    ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<{ here: number; inAll: number }>(sql`
    SELECT coalesce(max(here), 0)::int AS here, coalesce(max(in_all), 0)::int AS "inAll" FROM (
      SELECT count(DISTINCT value) FILTER (WHERE place = ${place}) AS here, count(DISTINCT value) AS in_all
      FROM paper_comparison
      WHERE day = ${day}::date AND line IN (SELECT line FROM jsonb_to_recordset(${given}::jsonb) AS v(line text))
      GROUP BY line
    ) AS counted`);
  const [counted] = rows;
  if (!counted) throw new Error('comparisons were not counted');
  return { ...counted, inMonth: { before, after: await countInMonth(tx, day, given) } };
}

/** How many different values were compared this month for the line that was compared most. */
async function countInMonth(tx: Tx, day: string, given: string): Promise<number> {
  const { rows } = await tx.execute<{ most: number }>(sql`
    SELECT coalesce(max(n), 0)::int AS most FROM (
      SELECT count(DISTINCT value) AS n FROM paper_comparison
      WHERE day >= date_trunc('month', ${day}::date) AND day <= ${day}::date
        AND line IN (SELECT line FROM jsonb_to_recordset(${given}::jsonb) AS v(line text))
      GROUP BY line
    ) AS counted`);
  return rows[0]?.most ?? 0;
}

/** Counts a whole paper for the day. Returns how many papers this address compared today. */
export async function addPaper(
  tx: Tx,
  { day, place, value }: { day: string; place: string; value: string },
): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`compare:${place}`}, 0))`);
  await tx.execute(sql`
    INSERT INTO paper_comparison (day, line, place, value) VALUES (${day}::date, 'whole', ${place}, ${value})
    ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM paper_comparison WHERE day = ${day}::date AND line = 'whole' AND place = ${place}`);
  return rows[0]?.n ?? 0;
}

/** Deletes comparisons that are older than this day ('YYYY-MM-DD'). */
export async function dropCompared(pool: pg.Pool, before: string): Promise<void> {
  await pool.query('DELETE FROM paper_comparison WHERE day < $1::date', [before]);
}
