import { dayOf } from '@vialproof/science/calendar/dates';
import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { REMIND_DAYS } from '../rules/reservations.ts';
import { daysAfter } from '../rules/weeks.ts';
import type { ShowcasesContext } from '../showcases.service.ts';
import { lockEnding, lockRunOut, updateShowcase } from '../showcases.store.ts';
import { followWeek, release } from '../showcases.transitions.ts';

export const passHourJob = defineJob('showcase.hourly', z.object({}), { retryLimit: 1, every: '7 * * * *' });
export const beginDayJob = defineJob('showcase.day', z.object({}), { every: '0 0 * * *' });

/** Ends reservations that were not paid in time. */
export async function releaseRunOut(ctx: ShowcasesContext): Promise<void> {
  const { clock, db } = ctx.platform;
  await db.transaction(async (tx) => {
    for (const row of await lockRunOut(tx, clock.now())) await release(ctx, tx, row, 'expired');
  });
}

/** Reminds owners whose paid weeks on the home page end in two days. */
export async function remindOfWeekEnd(ctx: ShowcasesContext): Promise<void> {
  const { clock, db } = ctx.platform;
  const now = clock.now();
  const today = dayOf(now);
  await db.transaction(async (tx) => {
    for (const row of await lockEnding(tx, today, daysAfter(today, REMIND_DAYS))) {
      await updateShowcase(tx, row.id, { remindedAt: now, updatedAt: now });
      await followWeek(ctx, tx, row, 'ending', { endsAt: new Date(`${row.endsOn}T00:00:00Z`) });
    }
  });
}

/** Clears the cached home page at midnight, when paid weeks begin and end. */
export async function beginDay({ platform }: ShowcasesContext): Promise<void> {
  await platform.db.transaction((tx) => platform.publicCache.outdate(tx));
}
