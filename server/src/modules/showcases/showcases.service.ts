import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { listForAdmin, readCalendar } from './admin.queries.ts';
import type { ShowcasesContext } from './showcases.context.ts';
import { showcasesPrivacy } from './showcases.privacy.ts';
import { listMine, listWeekIds, mailFactsOf, readDiscoveries } from './showcases.queries.ts';
import { countView } from './use-cases/count-view.ts';
import { beginDay, beginDayJob, passHourJob, releaseRunOut, remindOwners } from './use-cases/pass-time.ts';
import { readNextWeek, reserveWeek } from './use-cases/reserve-week.ts';
import { weekSeller } from './use-cases/sell-week.ts';
import { endDisplayWithOrder, stopWeek } from './use-cases/stop-week.ts';

export { SHOWCASE_EVENTS, type ShowcaseEvent, type ShowcaseEventKind } from './showcases.context.ts';
export type { ShowcaseMailFacts } from './showcases.queries.ts';
export type Showcases = ReturnType<typeof createShowcases>;

/** Paid display in Discoveries: weeks with places set apart, what they cost, and how often they were viewed. */
export function createShowcases(platform: Platform, deps: Omit<ShowcasesContext, 'platform'>) {
  const ctx: ShowcasesContext = { platform, ...deps };
  platform.jobs.handle(passHourJob, async () => {
    await releaseRunOut(ctx);
    await remindOwners(ctx);
  });
  platform.jobs.handle(beginDayJob, () => beginDay(ctx));
  return {
    ...bindContext(ctx, {
      endDisplayWithOrder,
      next: readNextWeek,
      reserve: reserveWeek,
      weekSeller,
      listMine,
      listWeekIds,
      discoveries: readDiscoveries,
      countView,
      mailFactsOf,
    }),
    privacy: showcasesPrivacy(ctx),
    /** What admins see and decide. */
    admin: bindContext(ctx, { list: listForAdmin, calendar: readCalendar, stop: stopWeek }),
    /** What jobs do. */
    work: bindContext(ctx, { releaseRunOut, remindOwners, beginDay }),
  };
}
