import type { WatchFigures, WatchKind } from '@vialproof/contract/watches';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';

export async function countKinds(db: Queryable): Promise<WatchFigures['kinds']> {
  const { rows } = await db.execute<WatchFigures['kinds'][number]>(sql`
    SELECT kind, count(confirmed_at)::int AS confirmed, count(*) FILTER (WHERE confirmed_at IS NULL)::int AS waiting
    FROM watch GROUP BY kind ORDER BY kind`);
  return rows;
}

export async function countAddressesAndNotices(
  db: Queryable,
): Promise<{ addresses: number; notices: number }> {
  const { rows } = await db.execute<{ addresses: number; notices: number }>(sql`
    SELECT (SELECT count(DISTINCT watcher_id)::int FROM watch WHERE confirmed_at IS NOT NULL) AS addresses,
      (SELECT count(*)::int FROM watch_notice) AS notices`);
  return rows[0] ?? { addresses: 0, notices: 0 };
}

export async function listMostWatched(
  db: Queryable,
  most: number,
): Promise<{ kind: WatchKind; subject: string; watchers: number }[]> {
  const { rows } = await db.execute<{ kind: WatchKind; subject: string; watchers: number }>(sql`
    SELECT kind, subject, count(*)::int AS watchers FROM watch WHERE confirmed_at IS NOT NULL
    GROUP BY kind, subject ORDER BY watchers DESC, kind, subject LIMIT ${most}`);
  return rows;
}

/** The numbers of each day from `since` ('YYYY-MM-DD') on, newest first. */
export async function listDays(db: Queryable, since: string): Promise<WatchFigures['days']> {
  const { rows } = await db.execute<WatchFigures['days'][number]>(sql`
    SELECT day::text AS day, opt_ins, digests, retractions FROM watch_day WHERE day > ${since} ORDER BY day DESC`);
  return rows;
}
