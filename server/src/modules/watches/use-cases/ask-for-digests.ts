import { secondsAfter } from '../../../platform/clock.ts';
import { askForDigests as askInStore } from '../notices.store.ts';
import { WATCH_MAIL, type WatchesContext, type WatchMailJob } from '../watches.context.ts';
import { digestOf } from '../watches.rules.ts';

const AT_ONCE = 1_000;
/** What could not leave by then is in the next day's. */
const DIGEST_SECONDS = 86_400;

/** Enqueues today's digests of those who have news and got none today; runs every hour, so that no day is left out. */
export async function askForDigests({ platform }: WatchesContext): Promise<number> {
  const { bulkDb, jobs, clock } = platform;
  const now = clock.now();
  const digest = digestOf(now);
  if (!digest) return 0;
  const times = {
    askedAt: now.toISOString(),
    endsAt: secondsAfter(now, DIGEST_SECONDS).toISOString(),
  };
  let all = 0;
  for (;;) {
    const count = await bulkDb.transaction(async (tx) => {
      const ids = await askInStore(tx, digest.day, digest.before, AT_ONCE);
      const mails = ids.map((watcherId): WatchMailJob => ({ kind: 'watch_digest', watcherId, ...times }));
      await jobs.sendMany(tx, WATCH_MAIL, mails);
      return ids.length;
    });
    all += count;
    if (count < AT_ONCE) return all;
  }
}
