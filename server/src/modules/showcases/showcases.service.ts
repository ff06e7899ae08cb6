import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';
import { beginDay, beginDayJob, passHourJob, releaseRunOut, remindOfWeekEnd } from './use-cases/pass-time.ts';

export { listWeeksForAdmin, readCalendar } from './admin.queries.ts';
export type { ShowcaseMailFacts } from './showcases.queries.ts';
export { listOwnWeeks, listWeekIds, readDiscoveries, showcaseMailFactsOf } from './showcases.queries.ts';
export { countView } from './use-cases/count-view.ts';
export { beginDay, releaseRunOut, remindOfWeekEnd } from './use-cases/pass-time.ts';
export { readNextWeek, reserveWeek } from './use-cases/reserve-week.ts';
export { weekSeller } from './use-cases/sell-week.ts';
export { endDisplayWithOrder, stopWeek } from './use-cases/stop-week.ts';

/**
 * What can happen to a week of a result on the home page.
 * booked: paid and shown in the reserved week. moved: paid late and shown in another week. returned: refunded. stopped:
 * ended early. ending: ends in two days.
 */
export const SHOWCASE_EVENTS = ['booked', 'moved', 'returned', 'stopped', 'ending'] as const;

export type ShowcaseEventKind = (typeof SHOWCASE_EVENTS)[number];

/** An event of a week for which an owner pays to show a result on the home page. */
export type ShowcaseEvent = {
  showcaseId: string;
  requestId: string;
  accountId: string;
  event: ShowcaseEventKind;
  /** A key that is the same if the event is repeated, so that other modules react once. */
  key: string;
  /** After this time the mail is useless. */
  endsAt: Date | null;
};

export type ShowcasesContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  payments: PaymentsContext;
  publications: PublicationsContext;
  /** What other modules do after an event of a paid week on the home page. */
  afterShowcaseEvent: (tx: Tx, event: ShowcaseEvent) => Promise<void>;
};

/** Owners can pay to show a result on the home page for a week. This module has the places, prices and views. */
export function createShowcasesContext(
  platform: Platform,
  deps: Omit<ShowcasesContext, 'platform'>,
): ShowcasesContext {
  const ctx: ShowcasesContext = { platform, ...deps };
  platform.jobs.handle(passHourJob, async () => {
    await releaseRunOut(ctx);
    await remindOfWeekEnd(ctx);
  });
  platform.jobs.handle(beginDayJob, () => beginDay(ctx));
  return ctx;
}
