import { bindContext } from '../../platform/bind-context.ts';
import { handleMails } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { addWatch } from './use-cases/add-watch.ts';
import { askForDigests, digestsJob } from './use-cases/ask-for-digests.ts';
import { confirmWatch, findConfirmable } from './use-cases/confirm-watch.ts';
import { moveWatchesTo } from './use-cases/move-watches-to.ts';
import { sendWatchMail, watchMailJob } from './use-cases/send-watch-mail.ts';
import { stopAllLinked, stopLinked, stopMine } from './use-cases/stop-watches.ts';
import { sweepWatches } from './use-cases/sweep-watches.ts';
import { tellRetraction, tellRetractionJob, tellWatchers } from './use-cases/tell-watchers.ts';
import type { WatchesContext } from './watches.context.ts';
import {
  findLinked,
  findLinkedWatcher,
  findWatcherAddresses,
  listMine,
  readFigures,
} from './watches.queries.ts';

export { watchMailJob } from './use-cases/send-watch-mail.ts';
export type Watches = ReturnType<typeof createWatches>;

/** Who is told by mail of new public results of a compound, a maker, a batch or a test. */
export function createWatches(platform: Platform, deps: Omit<WatchesContext, 'platform'>) {
  const ctx: WatchesContext = { platform, ...deps };
  handleMails(platform, watchMailJob, (mail) => sendWatchMail(ctx, mail));
  platform.jobs.handle(tellRetractionJob, (retraction) => tellRetraction(ctx, retraction));
  platform.jobs.handle(digestsJob, () => askForDigests(ctx));
  return {
    ...bindContext(ctx, {
      tellWatchers,
      moveWatchesTo,
      add: addWatch,
      findConfirmable,
      confirm: confirmWatch,
      findLinked,
      stopLinked,
      findLinkedWatcher,
      findWatcherAddresses,
      stopAllLinked,
      listMine,
      stopMine,
      figures: readFigures,
    }),
    /** What jobs do. */
    work: bindContext(ctx, { tellRetraction, askForDigests, sweep: sweepWatches }),
  };
}
