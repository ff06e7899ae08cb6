import { asc, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { showcaseView } from './showcases.tables.ts';

/** Counts one more view of a result on a day of its paid week on the home page. */
export async function addView(db: Queryable, showcaseId: string, day: string): Promise<void> {
  await db
    .insert(showcaseView)
    .values({ showcaseId, day, views: 1 })
    .onConflictDoUpdate({
      target: [showcaseView.showcaseId, showcaseView.day],
      set: { views: sql`${showcaseView.views} + 1` },
    });
}

export type DayCount = { day: string; views: number };

/** The views of results in their paid weeks on the home page, by day. */
export async function listViews(db: Queryable, ids: string[]): Promise<Map<string, DayCount[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(showcaseView)
    .where(inArray(showcaseView.showcaseId, ids))
    .orderBy(asc(showcaseView.day));
  return Map.groupBy(rows, ({ showcaseId }) => showcaseId);
}
