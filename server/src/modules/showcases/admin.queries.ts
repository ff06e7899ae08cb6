import type { ShowcaseCalendar, StaffShowcase, StaffShowcasePage } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { presentDays, presentForStaff } from './showcases.presenter.ts';
import { describe } from './showcases.queries.ts';
import type { ShowcasesContext } from './showcases.service.ts';
import { findShowcase, listPage, listTaken } from './showcases.store.ts';

/** A page of all weeks on the home page, reserved or paid, newest first. */
export async function listWeeksForAdmin(
  ctx: ShowcasesContext,
  { page, limit }: { page: number; limit: number },
): Promise<StaffShowcasePage> {
  const { rows, total } = await listPage(ctx.platform.db.orm, {}, { page, limit });
  const known = await describe(ctx, rows);
  const now = ctx.platform.clock.now();
  return {
    data: rows.map((row) => presentForStaff(row, known(row), now)),
    pagination: { page, limit, total },
  };
}

/** One week of a result on the home page, for admins. Refusal: `not_found`. */
export async function readForStaff(ctx: ShowcasesContext, id: string): Promise<StaffShowcase | Refusal> {
  const row = await findShowcase(ctx.platform.db.orm, id);
  if (!row) return refuse('not_found');
  return presentForStaff(row, (await describe(ctx, [row]))(row), ctx.platform.clock.now());
}

/** The results that the home page shows for money, for each day from today. */
export async function readCalendar(ctx: ShowcasesContext): Promise<ShowcaseCalendar> {
  const { clock, config, db } = ctx.platform;
  const now = clock.now();
  const rows = await listTaken(db.orm, dayOf(now), now);
  const known = await describe(ctx, rows);
  return {
    places: config.showcase.places,
    week_cents: config.showcase.weekCents,
    days: presentDays(rows, (row) => known(row).taskNumber, now),
  };
}
