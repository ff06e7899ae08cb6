import { defineMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { TELL_RETRACTION, WATCH_MAIL, type Watches, type WatchMailJob } from './watches.service.ts';

/** Mails to watchers: digests from the morning on, each hour for whom the last could not be; all others at once. */
export function defineWatchJobs(platform: Platform, { work }: Watches): void {
  const { jobs } = platform;
  const options = { expireInSeconds: 120, concurrency: 2, batch: 5 };
  defineMailJob<WatchMailJob>(platform, WATCH_MAIL, options, work.sendMail);
  jobs.define<{ requestId: string }>(TELL_RETRACTION, { expireInSeconds: 600 }, work.tellRetraction);
  jobs.define('watches.digests', { expireInSeconds: 1_800 }, async () => {
    await work.askForDigests();
  });
  jobs.every('watches.digests', '0 7-23 * * *');
}
