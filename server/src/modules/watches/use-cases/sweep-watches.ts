import { secondsAfter } from '../../../platform/clock.ts';
import { deleteOldNotices } from '../notices.store.ts';
import { CONFIRM_SECONDS, NEWS_SECONDS } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { deleteUnconfirmed } from '../watches.store.ts';

/** Deletes alerts that were not confirmed, unused addresses, and old notices. */
export async function sweepWatches({ platform }: WatchesContext): Promise<void> {
  const { bulkDb, clock } = platform;
  const now = clock.now();
  await bulkDb.transaction((tx) => deleteUnconfirmed(tx, secondsAfter(now, -CONFIRM_SECONDS)));
  await deleteOldNotices(bulkDb.orm, secondsAfter(now, -NEWS_SECONDS));
}
