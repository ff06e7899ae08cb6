import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { mailTimes } from '../../../platform/mail/mail-jobs.ts';
import { askForDigests as askInStore } from '../notices.store.ts';
import { digestOf } from '../watches.rules.ts';
import type { WatchesContext } from '../watches.service.ts';
import { watchMailJob } from './send-watch-mail.ts';

/** Runs every hour from the morning on, so that no daily mail is forgotten. */
export const digestsJob = defineJob('watches.digests', z.object({}), {
  expireInSeconds: 1_800,
  every: '0 7-23 * * *',
});

const AT_ONCE = 1_000;
/** News that is not sent within this time goes into the mail of the next day. */
const DIGEST_SECONDS = 86_400;

/** Queues the mails of today for addresses with news. */
export async function askForDigests({ platform }: WatchesContext): Promise<number> {
  const { bulkDb, jobs, clock } = platform;
  const now = clock.now();
  const digest = digestOf(now);
  if (!digest) return 0;
  const times = mailTimes(platform, secondsAfter(now, DIGEST_SECONDS));
  let all = 0;
  for (;;) {
    const count = await bulkDb.transaction(async (tx) => {
      const ids = await askInStore(tx, digest.day, digest.before, AT_ONCE);
      const mails = ids.map((watcherId) => ({ kind: 'watch_digest' as const, watcherId, ...times }));
      await jobs.sendMany(tx, watchMailJob, mails);
      return ids.length;
    });
    all += count;
    if (count < AT_ONCE) return all;
  }
}
