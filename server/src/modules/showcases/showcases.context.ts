import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { Publications } from '../publications/publications.service.ts';

/**
 * booked: paid, and displayed in the week that was named. moved: paid late, and displayed in another. returned: the money
 * goes back in full. stopped: ended before its time. ending: two days are left.
 */
export const SHOWCASE_EVENTS = ['booked', 'moved', 'returned', 'stopped', 'ending'] as const;
export type ShowcaseEventKind = (typeof SHOWCASE_EVENTS)[number];

/** Something that happened to a week. */
export type ShowcaseEvent = {
  showcaseId: string;
  requestId: string;
  accountId: string;
  event: ShowcaseEventKind;
  /** The same for the same event, however often it comes. */
  key: string;
  /** From then on nobody needs to be told. */
  endsAt: Date | null;
};

export type ShowcasesContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  payments: Payments;
  publications: Publications;
  /** What follows everything that happens to a week. */
  afterShowcaseEvent: (tx: Tx, event: ShowcaseEvent) => Promise<void>;
};
