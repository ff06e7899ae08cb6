import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Makers } from '../makers/makers.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Publications } from '../publications/publications.service.ts';
import type { Results } from '../results/results.service.ts';

export type WatchesContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  makers: Makers;
  publications: Publications;
  results: Results;
};

/** The queue of mails to watchers; who they are is read when a mail leaves, so that no job holds an address. */
export const WATCH_MAIL = 'watches.mail';
/** Hands out the mails about a withdrawal. */
export const TELL_RETRACTION = 'watches.tell-retraction';

/** Moments as ISO 8601; `endsAt` null where the mail is never too late. */
export type WatchMailJob = { watcherId: string; askedAt: string; endsAt: string | null } & (
  | { kind: 'watch_opt_in'; watchId: string }
  | { kind: 'watch_digest' }
  | { kind: 'watch_retraction'; requestId: string }
);
