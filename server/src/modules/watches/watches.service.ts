import { handleMails } from '../../platform/mail/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { MakersContext } from '../makers/makers.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PublicationsContext } from '../publications/publications.service.ts';
import type { ResultsContext } from '../results/results.service.ts';
import { askForDigests, digestsJob } from './use-cases/ask-for-digests.ts';
import { notifyRetraction, notifyRetractionJob } from './use-cases/notify-watchers.ts';
import { sendWatchMail, watchMailJob } from './use-cases/send-watch-mail.ts';

export { addWatch } from './use-cases/add-watch.ts';
export { askForDigests } from './use-cases/ask-for-digests.ts';
export { confirmWatch, findConfirmable } from './use-cases/confirm-watch.ts';
export { moveWatchesTo } from './use-cases/move-watches-to.ts';
export { notifyRetraction, notifyWatchers } from './use-cases/notify-watchers.ts';
export { watchMailJob } from './use-cases/send-watch-mail.ts';
export { stopAllLinked, stopLinkedWatch, stopOwnWatch } from './use-cases/stop-watches.ts';
export { sweepWatches } from './use-cases/sweep-watches.ts';
export {
  findLinkedWatch,
  findLinkedWatcher,
  findWatcherAddresses,
  listOwnWatches,
  readWatchFigures,
} from './watches.queries.ts';

export type WatchesContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  makers: MakersContext;
  publications: PublicationsContext;
  results: ResultsContext;
};

/** E-mail alerts about new results, for people who watch a compound, a maker, a batch or a test. */
export function createWatchesContext(
  platform: Platform,
  deps: Omit<WatchesContext, 'platform'>,
): WatchesContext {
  const ctx: WatchesContext = { platform, ...deps };
  handleMails(platform, watchMailJob, (mail) => sendWatchMail(ctx, mail));
  platform.jobs.handle(notifyRetractionJob, (retraction) => notifyRetraction(ctx, retraction));
  platform.jobs.handle(digestsJob, () => askForDigests(ctx));
  return ctx;
}
